import { type Kysely, sql } from 'kysely';
import type { EventStore } from '../event-store/port.ts';
import { leavesByTree, treeKey } from './growth.ts';
import { Frontier, leafHash } from './tree.ts';

/** A tree that is not what the log makes: sizes and roots (hex); null: there is none. */
export interface TreeDifference {
  readonly tree: string;
  readonly kept: string | null;
  readonly rebuilt: string | null;
}

/** Builds all trees of the log once more, up to where they are now, and compares. Empty: they are equal. */
export async function differingTrees({
  db,
  raw,
}: {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- it names its own tables itself
  readonly db: Kysely<any>;
  readonly raw: EventStore;
}): Promise<readonly TreeDifference[]> {
  const { position, trees } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => ({
      position: BigInt(
        (await sql<{ position: string }>`select position from ops.evidence_progress`.execute(trx)).rows[0]!.position,
      ),
      trees: (
        await sql<{ owner: string; kind: string; size: string; peaks: Buffer }>`
          select owner, kind, size, peaks from ops.evidence_trees where kind <> 'checkpoints'`.execute(trx)
      ).rows,
    }));
  const rebuilt = new Map<string, Frontier>();
  for (let from = 0n; from < position;) {
    const page = await raw.readAll(from, { limit: 2_000 });
    const events = page.events.filter((event) => event.position <= position);
    for (const [key, { leaves }] of leavesByTree(events)) {
      const frontier = rebuilt.get(key) ?? new Frontier();
      rebuilt.set(key, frontier);
      for (const [entry] of leaves) frontier.append(leafHash(entry));
    }
    if (page.atEnd || page.next === from) break;
    from = page.next;
  }
  const kept = new Map(
    trees.map(({ owner, kind, size, peaks }) => [
      treeKey(owner, kind as 'events'),
      said(
        Number(size),
        Array.from({ length: peaks.length / 32 }, (_, n) => peaks.subarray(n * 32, n * 32 + 32)),
      ),
    ]),
  );
  return [...new Set([...kept.keys(), ...rebuilt.keys()])].flatMap((tree) => {
    const frontier = rebuilt.get(tree);
    const [had, has] = [kept.get(tree) ?? null, frontier ? said(frontier.size, frontier.peaks) : null];
    return had === has ? [] : [{ tree, kept: had, rebuilt: has }];
  });
}

const said = (size: number, peaks: readonly Buffer[]): string =>
  `${size} ${new Frontier(size, peaks).root.toString('hex')}`;
