/** The index of a column by its letters, from 0: `A`, `Z`, `AA`. */
export const columnIndex = (column: string): number =>
  [...column].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
