/** The members of a closed union in the order in which they are written here. The compiler takes no other and misses none. */
export function allMembers<Member extends string>(members: Readonly<Record<Member, true>>): readonly Member[] {
  return Object.keys(members) as Member[];
}
