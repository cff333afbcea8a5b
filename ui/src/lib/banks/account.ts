/** Formats account numbers: groups of digits, without separator characters. */

const GROUP = 3;
const LAST_GROUP_MAX = 4;

/** Ten digits as 3 3 4; others in threes with up to four at the end; other texts stay whole. */
export function accountGroups(account: string): string[] {
  if (!/^\d+$/.test(account) || account.length <= LAST_GROUP_MAX) return [account];
  const groups: string[] = [];
  let rest = account;
  while (rest.length > LAST_GROUP_MAX) {
    groups.push(rest.slice(0, GROUP));
    rest = rest.slice(GROUP);
  }
  return [...groups, rest];
}
