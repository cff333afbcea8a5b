export { DataGrid } from "./DataGrid";
export { SelectBox } from "./SelectBox";
export { SelectionFoot } from "./SelectionFoot";
export type { ColumnWidth } from "./columns";
export type { GridCell } from "./keyboard";
export type { AfterEdit, DataGridProps, EditorProps, GridColumn, GridHandle, GridSort, RowKey } from "./types";
export { type RowSelection, useRowSelection, useSelectKeys } from "./useRowSelection";
export { useRowWindows, useWindowsVersion } from "./useRowWindows";
export { RowWindows, WINDOW_ROWS, type FetchWindow, type PlacedWindow, type RowWindow } from "../../lib/rowWindows";
