/** The members of a closed union in the given order. The type checker requires all of them, and no others. */
export function allMembers<Member extends string>(members: Readonly<Record<Member, true>>): readonly Member[] {
  return Object.keys(members) as Member[];
}
