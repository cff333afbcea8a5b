export default function CheckScreen(_: { id: number }) {
  return null;
}
