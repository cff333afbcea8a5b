/** Documents on paper: their pages, their text, and the program that prints them. */
import { execFile } from "node:child_process";
import { chmod, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { until } from "./harness.mjs";

const run = promisify(execFile);

const OPENED_WITHIN_MS = 20_000;
/** Readable on a screen. */
const PICTURE_DPI = 80;

/** @typedef {Awaited<ReturnType<typeof installPdfViewer>>} Viewer */

/**
 * Installs a PDF viewer for this home folder that stores the path of the file it is given.
 * @param {string} home
 */
export async function installPdfViewer(home) {
  const [program, opened] = [join(home, "pdf-viewer"), join(home, "opened-pdf")];
  await writeFile(program, `#!/bin/sh\nprintf %s "$1" > "${opened}"\n`);
  await chmod(program, 0o755);
  const applications = join(home, "data", "applications");
  await mkdir(applications, { recursive: true });
  const entry = ["[Desktop Entry]", "Type=Application", "Name=PDF viewer", `Exec=${program} %f`];
  await writeFile(join(applications, "viewer.desktop"), [...entry, "MimeType=application/pdf;", ""].join("\n"));
  const defaults = ["[Default Applications]", "application/pdf=viewer.desktop", ""].join("\n");
  await writeFile(join(home, "config", "mimeapps.list"), defaults);
  return {
    /** The path of the file that was opened. */
    opened: () =>
      until(
        OPENED_WITHIN_MS,
        () => "no document was opened",
        () => readFile(opened, "utf8").catch(() => ""),
      ),
  };
}

/**
 * The text of all pages, without their line breaks.
 * @param {string} path
 */
export async function textOf(path) {
  const { stdout } = await run("pdftotext", ["-layout", path, "-"]);
  return stdout.replaceAll(/\s+/gu, " ");
}

/** @param {string} path */
export async function pagesOf(path) {
  const { stdout } = await run("pdfinfo", [path]);
  return Number(/^Pages:\s+(\d+)$/mu.exec(stdout)?.[1]);
}

/**
 * Writes a picture of each page as `document-NAME-PAGE.png`, next to those of the screens.
 * @param {string} path
 * @param {string} name
 */
export async function shotOfPages(path, name) {
  const folder = process.env["PAYSHEET_E2E_SCREENS"] ?? "";
  const prefix = `document-${name}`;
  // Deletes pages of an earlier run.
  const old = (await readdir(folder)).filter((file) => file.startsWith(`${prefix}-`));
  await Promise.all(old.map((file) => rm(join(folder, file))));
  await run("pdftoppm", ["-png", "-r", `${PICTURE_DPI}`, path, join(folder, prefix)]);
}
