/** The few numbers of a TrueType file that a matching fallback face needs, in units of one em. */
export interface FontMetrics {
  ascent: number;
  descent: number;
  lineGap: number;
  /** mean advance of `sample` */
  advance: number;
}

function tables(view: DataView): Map<string, number> {
  const found = new Map<string, number>();
  for (let i = 0; i < view.getUint16(4); i++) {
    const record = 12 + i * 16;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((n) => view.getUint8(record + n)));
    found.set(tag, view.getUint32(record + 8));
  }
  return found;
}

function table(found: Map<string, number>, tag: string): number {
  const offset = found.get(tag);
  if (offset === undefined) throw new Error(`font without ${tag} table`);
  return offset;
}

/** Glyphs by character, of those in the basic plane. */
function glyphs(view: DataView, cmap: number): Map<string, number> {
  const found = new Map<string, number>();
  for (let i = 0; i < view.getUint16(cmap + 2); i++) {
    const sub = cmap + view.getUint32(cmap + 4 + i * 8 + 4);
    if (view.getUint16(sub) !== 4) continue;
    const doubled = view.getUint16(sub + 6);
    for (let seg = 0; seg < doubled; seg += 2) {
      const end = view.getUint16(sub + 14 + seg);
      const start = view.getUint16(sub + 16 + doubled + seg);
      const delta = view.getUint16(sub + 16 + 2 * doubled + seg);
      const rangeAt = sub + 16 + 3 * doubled + seg;
      const range = view.getUint16(rangeAt);
      for (let code = start; code <= end && code < 0xffff; code++) {
        const glyph = range === 0 ? (code + delta) & 0xffff : view.getUint16(rangeAt + range + (code - start) * 2);
        if (glyph) found.set(String.fromCharCode(code), glyph);
      }
    }
  }
  return found;
}

/** The characters that a TrueType file has a glyph for. */
export function charactersIn(font: Uint8Array): Set<string> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  return new Set(glyphs(view, table(tables(view), "cmap")).keys());
}

export function readMetrics(font: Uint8Array, sample: string): FontMetrics {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const found = tables(view);
  const em = view.getUint16(table(found, "head") + 18);
  const hhea = table(found, "hhea");
  const hmtx = table(found, "hmtx");
  const glyphOf = glyphs(view, table(found, "cmap"));
  const long = view.getUint16(hhea + 34);
  const widths = Array.from(sample, (letter) => {
    const glyph = glyphOf.get(letter) ?? 0;
    return view.getUint16(hmtx + Math.min(glyph, long - 1) * 4);
  });
  return {
    ascent: view.getInt16(hhea + 4) / em,
    descent: -view.getInt16(hhea + 6) / em,
    lineGap: view.getInt16(hhea + 8) / em,
    advance: widths.reduce((a, b) => a + b, 0) / widths.length / em,
  };
}
