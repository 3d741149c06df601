import { type Kysely, sql } from 'kysely';
import type { EventStore } from '../event-store/port.ts';
import { grow, GrowingTree, treeKey, type TreeName, treesOf } from './growth.ts';
import { type Frontier, frontierOf } from './tree.ts';

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
        await sql<TreeName & { size: string; peaks: Buffer }>`
          select owner, kind, size, peaks from ops.evidence_trees where kind <> 'checkpoints'`.execute(trx)
      ).rows,
    }));
  const rebuilt = new Map<string, GrowingTree>();
  for (let from = 0n; from < position;) {
    const page = await raw.readAll(from, { limit: 2_000 });
    const events = page.events.filter((event) => event.position <= position);
    for (const name of treesOf(events))
      if (!rebuilt.has(treeKey(name))) rebuilt.set(treeKey(name), new GrowingTree(name.owner, name.kind));
    grow(rebuilt.values(), events);
    for (const tree of rebuilt.values()) tree.take();
    if (page.atEnd || page.next === from) break;
    from = page.next;
  }
  const kept = new Map(trees.map((row) => [treeKey(row), said(frontierOf(Number(row.size), row.peaks))]));
  return [...new Set([...kept.keys(), ...rebuilt.keys()])].flatMap((tree) => {
    const frontier = rebuilt.get(tree)?.frontier;
    const [had, has] = [kept.get(tree) ?? null, frontier ? said(frontier) : null];
    return had === has ? [] : [{ tree, kept: had, rebuilt: has }];
  });
}

const said = ({ size, root }: Frontier): string => `${size} ${root.toString('hex')}`;
