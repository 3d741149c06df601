import type { Images } from './port.ts';
import type { ImageLimits } from './sharp.ts';

export { ImageRefused, type Images, ImagesBusy, type SafeImage } from './port.ts';
export type { ImageLimits } from './sharp.ts';

/** The libraries are loaded with the first picture: a start has no time for them. */
export function createImages(limits: ImageLimits = {}): Images {
  let images: Promise<Images> | null = null;
  return {
    process: async (bytes, options) => {
      images ??= import('./sharp.ts').then(({ createSharpImages }) => createSharpImages(limits));
      return (await images).process(bytes, options);
    },
  };
}
