export default function PayScreen() {
  return null;
}
