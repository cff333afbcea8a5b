// Two frames: the first paints the page, the second proves that it was painted.
requestAnimationFrame(() => requestAnimationFrame(() => window.__TAURI_INTERNALS__.invoke("ready")));
