// The text key of an HTTP status. Common ones have their own; the others use the text of their class.

const OWN = [200, 201, 202, 204, 400, 401, 403, 404, 405, 408, 409, 413, 415, 422, 429, 500, 502, 503, 504] as const;
export type OwnStatus = `${(typeof OWN)[number]}`;
export type StatusWord = OwnStatus | "information" | "success" | "redirect" | "refusal" | "failure" | "unknown";

const BY_HUNDRED: Readonly<Record<number, StatusWord>> = {
  1: "information",
  2: "success",
  3: "redirect",
  4: "refusal",
  5: "failure",
};

export function statusWord(status: number): StatusWord {
  const own = OWN.find((one) => one === status);
  return own === undefined ? (BY_HUNDRED[Math.floor(status / 100)] ?? "unknown") : `${own}`;
}
