import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createImages,
  ImageRefused,
  type Images,
  ImagesBusy,
  type ImagesOptions,
} from '../../../adapters/images/index.ts';

/** Nothing in it is forbidden, and it takes half a minute to draw. */
const endless = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900">
  <mask id="m"><rect width="900" height="900" fill="#fff"/></mask>
  <g id="r"><rect width="900" height="900" mask="url(#m)"/></g>${'<use href="#r"/>'.repeat(7000)}</svg>`,
);
const plain = (width = 50) =>
  sharp({ create: { width, height: width, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer();
const rules = (tenant: string) => ({ tenant, maxWidth: 4000, widths: [] });

const open: Images[] = [];
const pictures = (options: ImagesOptions) => {
  const images = createImages(options);
  open.push(images);
  return images;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((images) => images.close()));
});

describe('a picture that takes too much', () => {
  it.each([
    ['of the processor', { cpuSeconds: 2 }, 'takes too long'],
    ['of the clock', { wallSeconds: 8 }, 'takes too long'],
  ])('%s ends with its process, and the next one is read', async (_what, limits, words) => {
    const images = pictures({ concurrency: 1, ...limits });
    await expect(images.process(endless, rules('mallory'))).rejects.toThrow(words);
    await expect(images.process(await plain(), rules('mallory'))).resolves.toMatchObject({ image: { width: 50 } });
  });

  it('of memory', async () => {
    const images = pictures({ concurrency: 1, memoryMb: 130 });
    const turned = await sharp({ create: { width: 5000, height: 5000, channels: 4, background: '#3366cc88' } })
      .withMetadata({ orientation: 6 })
      .png({ compressionLevel: 1 })
      .toBuffer();
    await expect(images.process(turned, rules('mallory'))).rejects.toThrow(/memory/);
    await expect(images.process(await plain(), rules('mallory'))).resolves.toMatchObject({ image: { width: 50 } });
  });
});

describe('many at once', () => {
  it('of one tenant leave a place to the others', async () => {
    const images = pictures({ concurrency: 2, cpuSeconds: 5 });
    let hostileDone = 0;
    const hostile = Array.from({ length: 4 }, () =>
      images.process(endless, rules('mallory')).catch(() => (hostileDone += 1)),
    );
    for (let count = 0; count < 3; count += 1) {
      await expect(images.process(await plain(), rules('bella'))).resolves.toMatchObject({ image: { width: 50 } });
    }
    expect(hostileDone).toBe(0);
    await images.close();
    await Promise.all(hostile);
  });

  it('are taken by turns, however many one of them brings', async () => {
    const images = pictures({ concurrency: 1 });
    const png = await plain();
    const order: string[] = [];
    const take = (tenant: string) => images.process(png, rules(tenant)).then(() => order.push(tenant));
    await Promise.all(['mallory', 'mallory', 'mallory', 'mallory', 'bella', 'carla', 'bella'].map(take));
    expect(order).toEqual(['mallory', 'mallory', 'bella', 'carla', 'mallory', 'bella', 'mallory']);
  });

  it('are turned away when too many wait, of one tenant or of all', async () => {
    const images = pictures({ concurrency: 1, waitingPerTenant: 2, waiting: 3 });
    const png = await plain();
    const outcomes = await Promise.allSettled(
      ['bella', 'bella', 'bella', 'bella', 'carla', 'dora'].map((tenant) => images.process(png, rules(tenant))),
    );
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
    ]);
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(reasons).toEqual([expect.objectContaining({ yours: true }), expect.objectContaining({ yours: false })]);
    for (const reason of reasons) expect(reason).toBeInstanceOf(ImagesBusy);
    // The turns are given back.
    await expect(images.process(png, rules('bella'))).resolves.toMatchObject({ image: { width: 50 } });
    await expect(images.process(Buffer.from('no picture at all'), rules('bella'))).rejects.toBeInstanceOf(ImageRefused);
  });

  it('end with the application: who waits is told, nobody hangs', async () => {
    const images = pictures({ concurrency: 1 });
    const all = Promise.allSettled([1, 2, 3].map(() => images.process(endless, rules('mallory'))));
    await images.process(Buffer.from('no picture'), rules('bella')).catch(() => {});
    await images.close();
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });
});
