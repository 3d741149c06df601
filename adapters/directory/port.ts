/** What a request is recognized by: a brand's host, a phone number of ours (E.164), or what an API key begins with. */
export interface Address {
  readonly kind: 'host' | 'number' | 'key';
  readonly key: string;
}

/** Where an agency is. `moving`: it is about to leave `cell`, and nothing may reach it until it has arrived. */
export interface Place {
  readonly agencyId: string;
  readonly cell: string;
  readonly state: 'here' | 'moving';
}

/** All of it, as of a version that grows with every change. */
export interface Snapshot {
  readonly version: bigint;
  /** Base addresses (`http://host:port`) by the names of cells. */
  readonly cells: ReadonlyMap<string, string>;
  readonly places: ReadonlyMap<string, Place>;
  /** Agencies by `kind key`; see `addressKey`. */
  readonly agencies: ReadonlyMap<string, string>;
}

export const addressKey = ({ kind, key }: Address): string => `${kind} ${key.toLowerCase()}`;

/** Which agency is in which installation: read by the router, written by moves. */
export interface Directory {
  /** The snapshot, or null where it is still at `known`: a look costs one row then. */
  since(known: bigint): Promise<Snapshot | null>;
  /** Names a cell, or gives it another address. */
  cell(name: string, url: string): Promise<void>;
  /** An agency's addresses, besides those it has. One that another agency has is an error (TypeError). */
  enter(agencyId: string, addresses: readonly Address[]): Promise<void>;
  /** One change: all of its addresses lead there from now on. */
  place(agencyId: string, cell: string, state: Place['state']): Promise<void>;
  close(): Promise<void>;
}
