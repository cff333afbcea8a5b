export function Welcome() {
  return null;
}
