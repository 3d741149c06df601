import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { seededChance } from '../../support/chance.ts';
import { createImages, ImageRefused } from '../../../adapters/images/index.ts';

const images = createImages();
afterAll(() => images.close());
const rules = { maxWidth: 1000, widths: [] };
const process = (
  bytes: Uint8Array | string,
  options: { maxWidth: number; widths: readonly number[]; maxBytes?: number } = rules,
) => images.process(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, { ...options, tenant: 'bella' });
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } });
const noise = (width: number, height: number) => {
  const random = seededChance(7);
  const bytes = Buffer.alloc(width * height * 3);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = Math.floor(random() * 256);
  return sharp(bytes, { raw: { width, height, channels: 3 } });
};
const svg = (inner: string, attributes = 'width="40" height="20"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`;
const filtered = (primitives: string) =>
  svg(`<filter id="f">${primitives}</filter><rect width="40" height="20" filter="url(#f)"/>`);
const blur = '<filter id="f"><feGaussianBlur stdDeviation="9"/></filter>';
const copies = (id: string, count: number) => `<use href="#${id}"/>`.repeat(count);
const levels = (make: (level: number) => string) => Array.from({ length: 10 }, (_, level) => make(level)).join('');
/** The colour at a point, as [r, g, b]. */
const colourAt = async (bytes: Uint8Array, x: number, y: number) => [
  ...(
    await sharp(bytes)
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .extract({ left: x, top: y, width: 1, height: 1 })
      .raw()
      .toBuffer()
  ).subarray(0, 3),
];

describe('a picture is made anew', () => {
  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    '%s stays what it is, made smaller, with its variants',
    async (format) => {
      const { image, variants } = await process(await plain(1200, 600).toFormat(format).toBuffer(), {
        maxWidth: 800,
        widths: [100, 400, 800, 4000],
      });
      expect(image).toMatchObject({ contentType: `image/${format}`, width: 800, height: 400 });
      expect(Object.entries(variants).map(([wanted, { width, height }]) => [wanted, width, height])).toEqual([
        ['100', 100, 50],
        ['400', 400, 200],
      ]);
      expect(await sharp(variants[100]!.bytes).metadata()).toMatchObject({
        format: format === 'avif' ? 'heif' : format,
        width: 100,
      });
    },
  );

  it('is never made larger', async () => {
    expect((await process(await plain(30, 20).png().toBuffer())).image).toMatchObject({ width: 30, height: 20 });
  });

  it('keeps the frames and the pace of an animation', async () => {
    const frames = await Promise.all(
      ['red', 'lime', 'blue'].map((background) =>
        sharp({ create: { width: 200, height: 100, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const { image } = await process(
      await sharp(frames, { join: { animated: true } })
        .gif({ delay: [100, 200, 300], loop: 2 })
        .toBuffer(),
      { maxWidth: 100, widths: [] },
    );
    expect(image).toMatchObject({ width: 100, height: 50 });
    expect(await sharp(image.bytes, { animated: true }).metadata()).toMatchObject({
      pages: 3,
      delay: [100, 200, 300],
      loop: 2,
    });
  });

  it('carries no metadata, and stands the way the camera was held', async () => {
    const taken = await plain(300, 200)
      .withExif({ IFD0: { Copyright: 'a secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { image } = await process(taken);
    expect(image).toMatchObject({ width: 200, height: 300 });
    expect(await sharp(image.bytes).metadata()).not.toHaveProperty('exif');
    expect(Buffer.from(image.bytes).includes('secret')).toBe(false);
  });

  it('holds nothing of what was hidden in or behind it', async () => {
    for (const format of ['jpeg', 'png', 'gif', 'webp'] as const) {
      const polyglot = Buffer.concat([
        await plain(20, 20).toFormat(format).toBuffer(),
        Buffer.from('PK\u0003\u0004<script>alert(1)</script><?php system(1) ?>'),
      ]);
      const { image } = await process(polyglot);
      expect(Buffer.from(image.bytes).toString('latin1')).not.toMatch(/script|php|PK\u0003/);
    }
  });

  it('is made smaller until it fits', async () => {
    const large = await noise(600, 600).png().toBuffer();
    const { image } = await process(large, { maxWidth: 600, widths: [], maxBytes: 200_000 });
    expect(large.byteLength).toBeGreaterThan(1_000_000);
    expect(image.bytes.byteLength).toBeLessThanOrEqual(200_000);
    expect(image.width).toBeGreaterThan(100);
  });
});

describe('what is no picture is refused in words', () => {
  const bomb = () =>
    sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#000' }, limitInputPixels: false })
      .png({ compressionLevel: 9 })
      .toBuffer();
  it.each<[string, () => Promise<Uint8Array> | Uint8Array | string]>([
    ['nothing', () => ''],
    ['HTML', () => '<!doctype html><html><body><svg></svg></body></html>'],
    ['text', () => 'GIF is a format of pictures, they say.'],
    ['a zip', () => Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100)])],
    ['a PDF', () => '%PDF-1.7\n%âãÏÓ\n1 0 obj <</Type/Catalog>> endobj'],
    ['TIFF, which is not taken', () => plain(10, 10).tiff().toBuffer()],
    ['a compressed SVG', () => Buffer.from('H4sIAAAAAAAAA7MpLkuzs9EHAAAA//8DAAAAAAAAAAAA', 'base64')],
    ['the head of a PNG', async () => (await plain(200, 200).png().toBuffer()).subarray(0, 40)],
    ['half a JPEG', async () => (await noise(200, 200).jpeg().toBuffer()).subarray(0, 4000)],
    [
      'a PNG with a JPEG’s head',
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), await plain(20, 20).png().toBuffer()]),
    ],
    [
      'a GIF that claims to be 65,535 px wide and high',
      () =>
        Buffer.from(
          'GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\xff\xff\xff\xff\0\x02\x02D\x01\0;',
          'latin1',
        ),
    ],
    ['a PNG of 64 million pixels in a few KB', bomb],
  ])('%s', async (_what, make) => {
    await expect((async () => process(await make()))()).rejects.toBeInstanceOf(ImageRefused);
  });

  it('an animation of more pictures than anybody looks at', async () => {
    const frames = await Promise.all(
      Array.from({ length: 501 }, (_, index) =>
        sharp({ create: { width: 2, height: 2, channels: 3, background: index % 2 === 0 ? 'red' : 'blue' } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    await expect(process(gif)).rejects.toThrow('at most 500');
  });

  it('says that there are too many pixels', async () => {
    await expect(process(await bomb())).rejects.toThrow('too many pixels');
  });
});

describe('an SVG', () => {
  it('is drawn, large enough to look sharp', async () => {
    const { image, variants } = await process(
      svg(
        '<defs><linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient></defs>' +
          '<style>.b{fill:url(#a)}</style><rect class="b" width="40" height="20"/>',
      ),
      { maxWidth: 800, widths: [64] },
    );
    expect(image).toMatchObject({ contentType: 'image/png', width: 800, height: 400 });
    expect(variants[64]).toMatchObject({ width: 64, height: 32 });
    expect(await colourAt(image.bytes, 400, 200)).toEqual([255, 0, 0]);
  });

  it('as editors write them is taken, without what is only for them', async () => {
    const exported =
      `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!-- Made with love -->\n` +
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n' +
      svg(
        '<metadata><rdf:RDF xmlns:rdf="x"><a>editor</a></rdf:RDF></metadata><title>Logo</title>' +
          '<a xlink:href="https://example.com"><rect width="40" height="20" style="fill:#00ff00"/></a>' +
          '<animate attributeName="x"/><use xlink:href="#none"/>',
        'viewBox="0 0 40 20"',
      );
    const { image } = await process(exported);
    expect(await colourAt(image.bytes, 10, 10)).toEqual([0, 255, 0]);
  });

  it('keeps what ordinary drawings have: a shadow, a clip by a style sheet, a pattern, copies', async () => {
    const { image } = await process(
      svg(
        `<style>.c{clip-path:url(#c)}.b{fill:#0000ff}</style><clipPath id="c"><rect width="40" height="20"/></clipPath>
        <filter id="s"><feFlood result="a"/><feOffset dy="1"/><feGaussianBlur stdDeviation="1"/><feBlend in2="a"/></filter>
        <pattern id="p" width="2" height="2" patternUnits="userSpaceOnUse"><path d="M0 0h1v1H0z"/></pattern>
        <g id="g" filter="url(#s)"><rect width="2" height="2" fill="url(#p)"/></g>${copies('g', 5)}
        <rect class="b c" width="40" height="20"/>`,
      ),
    );
    expect(await colourAt(image.bytes, 10, 10)).toEqual([0, 0, 255]);
  });

  it.each([
    ['a script', svg('<script>alert(1)</script>')],
    ['a script under another prefix', svg('<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>')],
    ['an event handler', svg('', 'onload="alert(1)" width="1" height="1"')],
    ['an event handler in capitals', svg('<rect ONCLICK="alert(1)"/>')],
    [
      'foreign content',
      svg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>1</script></body></foreignObject>'),
    ],
    ['a script in a link', svg('<use href="java&#115;cript:alert(1)"/>')],
    ['a script in a link, spaced', svg('<a xlink:href=" java\tscript:alert(1)"><rect/></a>')],
    ['a file of this machine', svg('<use xlink:href="file:///etc/passwd#x"/>')],
    ['a picture from elsewhere', svg('<image href="http://169.254.169.254/latest/meta-data"/>')],
    ['a picture inside', svg('<image href="data:image/png;base64,AAAA"/>')],
    ['a filter that fetches', svg('<filter id="f"><feImage href="https://example.com/x.png"/></filter>')],
    ['a style from elsewhere', svg('<style>@import url(https://example.com/x.css);</style>')],
    ['a fill from elsewhere', svg('<rect fill="url(https://example.com/x.svg#a)"/>')],
    ['a hidden fill from elsewhere', svg('<rect style="fill:u\\72l(https://example.com/x)"/>')],
    ['a style with an escape', svg('<style>rect{fill:u\\72 l(//example.com)}</style>')],
    ['entities', `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('<text>&a;</text>')}`],
    ['a billion laughs', `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${svg('<text>&b;</text>')}`],
    [
      'a thousand million copies',
      svg(
        `<defs><g id="g0"><rect width="1" height="1"/></g>${Array.from(
          { length: 20 },
          (_, index) => `<g id="g${index + 1}">${`<use xlink:href="#g${index}"/>`.repeat(10)}</g>`,
        ).join('')}</defs><use xlink:href="#g20"/>`,
      ),
    ],
    ['noise that is computed', filtered('<feTurbulence baseFrequency="0.01" numOctaves="10"/>'.repeat(10))],
    ['shapes that grow', filtered('<feMorphology operator="dilate" radius="200"/>')],
    ['a hundred blurs', filtered('<feGaussianBlur stdDeviation="200"/>'.repeat(100))],
    ['a hundred blurs in a style', svg(`<rect style="filter:${'blur(200px) '.repeat(100)}"/>`)],
    ['a blur for every copy', svg(`${blur}<g id="a">${'<rect filter="url(#f)"/>'.repeat(10)}</g>${copies('a', 30)}`)],
    ['a blur by a style sheet', svg(`${blur}<style>rect{filter:url(#f)}</style><rect/>`)],
    [
      'patterns within patterns',
      svg(
        `<defs>${levels((level) => {
          const rects = `<rect fill="url(#p${level - 1})"/>`.repeat(10);
          return `<pattern id="p${level}" width="1" height="1">${rects}</pattern>`;
        })}</defs><rect fill="url(#p9)"/>`,
      ),
    ],
    [
      'masks within masks, by a style sheet',
      svg(
        `<style>${levels((level) => `.m${level}{mask:url(#m${level})}`)}</style>` +
          levels((level) => `<mask id="m${level}">${`<rect class="m${level - 1}"/>`.repeat(10)}</mask>`),
      ),
    ],
    [
      'a marker on every point of a long line',
      svg(
        `<marker id="m">${'<rect/>'.repeat(100)}</marker><path style="marker:url(#m)" d="M0 0${'l1 1'.repeat(2000)}"/>`,
      ),
    ],
    ['a view box without end', svg('<rect/>', 'viewBox="0 0 1e12 1e12"')],
    ['a hundred thousand levels', svg('<g>'.repeat(100_000) + '</g>'.repeat(100_000))],
    ['a hundred thousand parts', svg('<rect/>'.repeat(100_000))],
    ['more than a megabyte', svg(`<!--${' '.repeat(1_100_000)}-->`)],
    ['a side of a million kilometres', svg('', 'width="1e15" height="10"')],
    ['no size at all', svg('', 'width="0" height="0"')],
    ['UTF-16', ''],
  ])('with %s is refused', async (what, text) => {
    await expect(
      process(what === 'UTF-16' ? Buffer.from(`\uFEFF${svg('<rect/>')}`, 'utf16le') : text),
    ).rejects.toBeInstanceOf(ImageRefused);
  });
});

describe('what an SVG is refused for', () => {
  it('is said', async () => {
    await expect(process(`<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<text>&a;</text>')}`)).rejects.toThrow(
      'This SVG holds entities',
    );
    await expect(process(svg('<script>1</script>'))).rejects.toThrow('This SVG holds a script');
    await expect(process(svg('<use href="https://example.com/a.svg#b"/>'))).rejects.toThrow(
      'This SVG holds a reference to something elsewhere',
    );
  });
});
