import { inflateSync } from 'node:zlib';

/**
 * The texts of a PDF as our documents are written, a line for each that was drawn: reads the streams of its pages with the
 * maps of signs that its fonts bring for those who copy from it.
 */
export function pdfText(file: Uint8Array): readonly string[] {
  const objects = objectsOf(Buffer.from(file));
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  for (const [, dictionary] of objects)
    for (const [, name, id] of dictionary.head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!)?.head ?? '')?.[1];
      if (map !== undefined) fonts.set(name!, signsOf(objects.get(map)!.stream));
    }
  return [...objects.values()]
    .filter(({ stream }) => stream.includes(' Tf') && stream.includes('BT'))
    .flatMap(({ stream }) => linesOf(stream, fonts));
}
/** How many pages it has. */
export const pdfPages = (file: Uint8Array): number =>
  [...objectsOf(Buffer.from(file)).values()].filter(({ head }) => /\/Type \/Page\b/.test(head)).length;

interface PdfObject {
  readonly head: string;
  readonly stream: string;
}
function objectsOf(file: Buffer): ReadonlyMap<string, PdfObject> {
  const text = file.toString('latin1');
  const objects = new Map<string, PdfObject>();
  for (const { 1: id, index, 0: start } of text.matchAll(/(?<=^|\n)(\d+) 0 obj\n/g)) {
    const from = index + start.length;
    const end = text.indexOf('\nendobj', from);
    const at = text.indexOf('\nstream\n', from);
    const head = text.slice(from, at === -1 || at > end ? end : at);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const raw = at === -1 || at > end ? Buffer.alloc(0) : file.subarray(at + 8, at + 8 + length);
    const stream = head.includes('/FlateDecode') ? inflateSync(raw).toString('latin1') : raw.toString('latin1');
    objects.set(id!, { head, stream });
  }
  return objects;
}

function signsOf(map: string): ReadonlyMap<string, string> {
  const signs = new Map<string, string>();
  const decode = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  for (const [, from, , list] of map.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/gi))
    for (const [nth, [, hex]] of [...list!.matchAll(/<([0-9a-f]*)>/gi)].entries())
      signs.set((parseInt(from!, 16) + nth).toString(16).padStart(4, '0'), decode(hex!.replaceAll(' ', '')));
  return signs;
}

function linesOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): readonly string[] {
  return [...content.matchAll(/BT\n([\s\S]*?)ET/g)].map(([, block]) => {
    const signs = fonts.get(/\/(F\d+) [\d.]+ Tf/.exec(block!)?.[1] ?? '');
    return [...block!.matchAll(/<([0-9a-f]+)>/gi)]
      .flatMap(([, hex]) => hex!.match(/.{4}/g) ?? [])
      .map((sign) => signs?.get(sign.toLowerCase()) ?? '\u{25a1}')
      .join('');
  });
}
