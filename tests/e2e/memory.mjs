/** Searches the memory of running programs for texts that must not be there (Linux). */
import { open, readFile, readlink, readdir } from "node:fs/promises";
/** @import {FileHandle} from "node:fs/promises" */

/** Read at once; the pieces overlap, so a match that spans two of them is found. */
const PIECE_BYTES = 8 * 1024 * 1024;
/** `/proc/PID/pagemap`: eight bytes per page. The topmost two bits mean present in memory, or swapped out. */
const PAGE_BYTES = 4096;
const PAGE_ENTRY_BYTES = 8;
const PAGE_PRESENT_OR_SWAPPED = 0b1100_0000;
const CONTEXT_BYTES = 48;
/** The kernel's own pages. */
const KERNEL = new Set(["[vvar]", "[vsyscall]", "[vvar_vclock]"]);

/** @typedef {{from: number, to: number, kind: string, path: string}} Mapping A line of `/proc/PID/maps`. */

/**
 * The programs of a process group: `{pid, name}`.
 * @param {number} group
 */
export async function programsOf(group) {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(
    ids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
      const [state, , ofGroup] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const exe = await readlink(`/proc/${pid}/exe`).catch(() => "");
      return {
        pid: Number(pid),
        name: exe.split("/").at(-1) ?? "",
        isOurs: Number(ofGroup) === group && state !== "Z",
      };
    }),
  );
  return all.filter(({ isOurs }) => isOurs);
}

/**
 * Finds the `needles` (name to bytes) in the memory of a process. Mapped files are skipped: they contain nothing typed.
 * @returns {Promise<{needle: string, at: string, mapping: string, around: string}[]>}
 * @param {number} pid
 * @param {Record<string, Buffer>} needles
 */
export async function findInMemory(pid, needles) {
  const longest = Math.max(...Object.values(needles).map(({ length }) => length));
  const [memory, pages] = await Promise.all([open(`/proc/${pid}/mem`, "r"), open(`/proc/${pid}/pagemap`, "r")]);
  const room = Buffer.alloc(PIECE_BYTES + longest - 1);
  const found = [];
  try {
    for (const mapping of await mappingsOf(pid)) {
      for (const { from, to } of await residentRanges(pages, mapping)) {
        for (let at = from; at < to; at += PIECE_BYTES) {
          const wanted = Math.min(to - at, room.length);
          // Pages may be freed while they are read.
          const { bytesRead } = await memory.read(room, 0, wanted, at).catch(() => ({ bytesRead: 0 }));
          found.push(...findIn(room.subarray(0, bytesRead), at, needles, mapping));
        }
      }
    }
  } finally {
    await Promise.all([memory.close(), pages.close()]);
  }
  return found;
}

/**
 * The ranges of a mapping that are resident or swapped: most of a web process is reserved and unused.
 * @param {FileHandle} pages
 * @param {Mapping} mapping
 */
async function residentRanges(pages, { from, to }) {
  const entries = Buffer.alloc(((to - from) / PAGE_BYTES) * PAGE_ENTRY_BYTES);
  await pages.read(entries, 0, entries.length, (from / PAGE_BYTES) * PAGE_ENTRY_BYTES);
  /** @type {{from: number, to: number}[]} */
  const held = [];
  for (let page = 0; page * PAGE_ENTRY_BYTES < entries.length; page += 1) {
    if ((entries[page * PAGE_ENTRY_BYTES + PAGE_ENTRY_BYTES - 1] & PAGE_PRESENT_OR_SWAPPED) !== 0) {
      const at = from + page * PAGE_BYTES;
      const last = held.at(-1);
      if (last?.to === at) {
        last.to += PAGE_BYTES;
      } else {
        held.push({ from: at, to: at + PAGE_BYTES });
      }
    }
  }
  return held;
}

/**
 * @param {Buffer} piece
 * @param {number} from
 * @param {Record<string, Buffer>} needles
 * @param {Mapping} mapping
 */
function findIn(piece, from, needles, mapping) {
  const found = [];
  for (const [needle, bytes] of Object.entries(needles)) {
    for (let at = piece.indexOf(bytes); at >= 0 && at < PIECE_BYTES; at = piece.indexOf(bytes, at + 1)) {
      const around = piece.subarray(Math.max(0, at - CONTEXT_BYTES), at + bytes.length + CONTEXT_BYTES);
      const shown = around.toString("latin1").replaceAll(/[^\x20-\x7e]/g, "·");
      found.push({
        needle,
        at: (from + at).toString(16),
        mapping: `${mapping.kind} ${mapping.path}`.trim(),
        around: shown,
      });
    }
  }
  return found;
}

/** @param {number} pid */
async function mappingsOf(pid) {
  const lines = (await readFile(`/proc/${pid}/maps`, "utf8")).trim().split("\n");
  const all = lines.map((line) => {
    const [, from = "", to = "", kind = "", path = ""] =
      /^([\da-f]+)-([\da-f]+) (\S+) \S+ \S+ \S+\s*(.*)$/.exec(line) ?? [];
    return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), kind, path };
  });
  /** @type {(mapping: Mapping) => boolean} */
  const mirrorsAFile = ({ kind, path }) => path.startsWith("/") && kind[1] === "-";
  return all.filter((mapping) => mapping.kind[0] === "r" && !KERNEL.has(mapping.path) && !mirrorsAFile(mapping));
}

/**
 * The encodings of a text in memory and files: bytes, UTF-16, base64, and a list of byte values, as JSON encodes bytes.
 * @param {string} text
 */
export function encodingsOf(text) {
  const bytes = Buffer.from(text);
  return {
    [text]: bytes,
    [`${text} in UTF-16`]: Buffer.from(text, "utf16le"),
    [`${text} in base64`]: Buffer.from(bytes.toString("base64").replace(/.{0,3}=*$/, "")),
    [`${text} as a list`]: Buffer.from([...bytes].join(",")),
  };
}
