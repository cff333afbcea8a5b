/**
 * Estimates the width of a text in Inter without rendering it: by kinds of letters, a little generously, so that a
 * column of that width does not cut it.
 */

const EM_OF: readonly (readonly [RegExp, number])[] = [
  [/[iljI.,:;'’|!]/u, 0.3],
  [/[ ftr()/-]/u, 0.4],
  [/[mwMW@%]/u, 0.92],
  [/\p{Lu}/u, 0.71],
  [/\p{Nd}/u, 0.64],
];
const EM_OTHER = 0.6;

/** Width of a text in px; `size` is the font size. */
export const textPx = (text: string, size = 13): number =>
  [...text].reduce((px, letter) => px + size * (EM_OF.find(([kind]) => kind.test(letter))?.[1] ?? EM_OTHER), 0);
