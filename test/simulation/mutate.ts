/** `node --import`: lets the mutation that MUTATION names be read in place of what the files say. MUTATIONS: another list. */
import { registerHooks } from 'node:module';
import type { Mutation } from './mutations.ts';
import { edited, fileOf } from './places.ts';

const list = process.env['MUTATIONS'] ?? './mutations.ts';
const { mutations } = (await import(list)) as { readonly mutations: readonly Mutation[] };

const mutation = mutations.find(({ name }) => name === process.env['MUTATION']);
if (mutation === undefined) throw new Error(`There is no mutation ${process.env['MUTATION']}.`);
const edits = [mutation, ...(mutation.and ?? [])].map((edit) => ({ ...edit, file: fileOf(edit) }));

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const here = edits.filter(({ file }) => url.endsWith(`/${file}`));
    if (here.length === 0) return loaded;
    const source = here.reduce(edited, String(loaded.source));
    return { ...loaded, source };
  },
});
