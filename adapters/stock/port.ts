/** A picture that may be used on pages, served by ourselves. */
export interface StockPhoto {
  /** `/stock/<name>.webp`. */
  readonly url: string;
  /** px */
  readonly width: number;
  readonly height: number;
  /** What it shows, in a line: the text for those who do not see it. */
  readonly alt: string;
  /** By whom, where that is to be said; null: nobody asks for it. */
  readonly credit: string | null;
}

export interface StockQuery {
  /** Words in any order; empty: all. */
  readonly search: string;
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

/**
 * Landscape pictures to choose from. What it finds has an address of ours, so that a page asks nobody else for it: a photo
 * from outside is downloaded into our own storage when it is looked at for the first time.
 */
export interface StockPhotos {
  search(query: StockQuery): Promise<{ readonly data: readonly StockPhoto[]; readonly total: number }>;
  /** A photo that a search found, by its name; null: none did. Left out: all are files of the product. */
  picture?(name: string): Promise<KeptPhoto | null>;
}

export interface KeptPhoto {
  readonly contentType: string;
  /** bytes */
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}
