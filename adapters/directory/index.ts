import pg from 'pg';
import { type Address, addressKey, type Directory, type Place, type Snapshot } from './port.ts';

/** A small database of its own, apart from all cells: it is read once a change, and never on the path of a send. */
const schema = `
create schema if not exists directory;
create table if not exists directory.version (id boolean primary key default true check (id), version bigint not null);
insert into directory.version (version) values (1) on conflict do nothing;
create table if not exists directory.cells (name text primary key, url text not null);
create table if not exists directory.agencies (
  agency_id uuid primary key, cell text not null references directory.cells, state text not null check (state in ('here', 'moving')));
create table if not exists directory.addresses (address text primary key, agency_id uuid not null);
`;
const setupLock = 'select pg_advisory_xact_lock(4851003)';

export async function openDirectory(connectionString: string): Promise<Directory> {
  const pool = new pg.Pool({ connectionString, max: 4, application_name: 'beckon-directory' });
  pool.on('error', () => {}); // An idle connection broke: the next query says so.

  /** Changes and their version commit together. */
  async function change(work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('update directory.version set version = version + 1');
      await work(client);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    } finally {
      client.release();
    }
  }

  async function read(): Promise<Snapshot> {
    const client = await pool.connect();
    try {
      await client.query('begin isolation level repeatable read read only');
      const { rows: versions } = await client.query<{ version: string }>('select version::text from directory.version');
      const { rows: cells } = await client.query<{ name: string; url: string }>(
        'select name, url from directory.cells',
      );
      const { rows: agencies } = await client.query<Place>(
        'select agency_id as "agencyId", cell, state from directory.agencies',
      );
      const { rows: addresses } = await client.query<{ address: string; agency_id: string }>(
        'select address, agency_id from directory.addresses',
      );
      await client.query('commit');
      return {
        version: BigInt(versions[0]!.version),
        cells: new Map(cells.map(({ name, url }) => [name, url])),
        places: new Map(agencies.map((place) => [place.agencyId, place])),
        agencies: new Map(addresses.map(({ address, agency_id: agencyId }) => [address, agencyId])),
      };
    } finally {
      client.release();
    }
  }

  const client = await pool.connect();
  try {
    await client.query(`begin; ${setupLock}; ${schema}; commit`);
  } finally {
    client.release();
  }
  return {
    async since(known) {
      const { rows } = await pool.query<{ version: string }>('select version::text from directory.version');
      return BigInt(rows[0]!.version) === known ? null : read();
    },
    cell: (name, url) =>
      change((changing) =>
        changing.query(
          'insert into directory.cells (name, url) values ($1, $2) on conflict (name) do update set url = excluded.url',
          [name, url],
        ),
      ),
    enter: (agencyId, addresses: readonly Address[]) =>
      change(async (changing) => {
        const { rows } = await changing.query<{ address: string }>(
          `insert into directory.addresses as a (address, agency_id) select address, $1 from unnest($2::text[]) address
            on conflict (address) do update set agency_id = a.agency_id returning address, agency_id = $1 as own`,
          [agencyId, [...new Set(addresses.map(addressKey))]],
        );
        const others = (rows as { address: string; own?: boolean }[]).filter(({ own }) => own === false);
        if (others.length > 0)
          throw new TypeError(`Another agency has ${others.map(({ address }) => address).join(', ')}.`);
      }),
    place: (agencyId, cell, state) =>
      change((changing) =>
        changing.query(
          `insert into directory.agencies (agency_id, cell, state) values ($1, $2, $3)
            on conflict (agency_id) do update set cell = excluded.cell, state = excluded.state`,
          [agencyId, cell, state],
        ),
      ),
    close: () => pool.end(),
  };
}
