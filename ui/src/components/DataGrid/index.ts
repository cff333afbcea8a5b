export { DataGrid } from "./DataGrid";
export { SelectBox } from "./selection/SelectBox";
export { SelectionFoot } from "./selection/SelectionFoot";
export type { ColumnWidth } from "./columns";
export type { GridCell } from "./keyboard";
export type { AfterEdit, DataGridProps, EditorProps, GridColumn, GridHandle, GridSort, RowKey } from "./types";
export { type RowSelection, useRowSelection, useSelectionKeys } from "./selection/useRowSelection";
export { useRowWindows, useWindowsVersion } from "./scrolling/useRowWindows";
export {
  RowWindows,
  WINDOW_ROWS,
  type FetchWindow,
  type PlacedWindow,
  type RowWindow,
} from "../../lib/rows/rowWindows";
