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
 * Landscape pictures to choose from. What it finds is on this installation by the time it is answered, so that a page
 * asks nobody else for it: a service from outside downloads into our own storage.
 */
export interface StockPhotos {
  search(query: StockQuery): Promise<{ readonly data: readonly StockPhoto[]; readonly total: number }>;
}
