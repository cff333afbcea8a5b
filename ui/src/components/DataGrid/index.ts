export { DataGrid } from "./DataGrid";
export type { ColumnWidth } from "./columns";
export type { GridCell } from "./keyboard";
export type { AfterEdit, DataGridProps, EditorProps, GridColumn, GridHandle, GridSort } from "./types";
export { useRowWindows, useWindowsVersion } from "./useRowWindows";
export { RowWindows, WINDOW_ROWS, type FetchWindow, type PlacedWindow, type RowWindow } from "./windows";
