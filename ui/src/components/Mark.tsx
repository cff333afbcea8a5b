/** The logo of Paysheet: a sheet whose bottom row becomes a tick. Always next to the name, so hidden from readers. */
export function Mark({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 512 512" width={size} height={size} aria-hidden>
      <rect width="512" height="512" rx="116" fill="#0B5C57" />
      <rect x="96" y="64" width="320" height="384" rx="48" fill="#fff" />
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        <path d="M160 144h192M160 208h112" stroke="#86C2BA" strokeWidth="32" />
        <path d="M170 296h36a16 16 0 0 1 12 5l48 57 76-102" stroke="#0B5C57" strokeWidth="52" />
      </g>
    </svg>
  );
}
