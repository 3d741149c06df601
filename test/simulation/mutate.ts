/** `node --import`: lets the mutation that MUTATION names be read in place of what the files say. MUTATIONS: another list. */
import { registerHooks } from 'node:module';
import type { Mutation } from './mutations.ts';

const list = process.env['MUTATIONS'] ?? './mutations.ts';
const { mutations } = (await import(list)) as { readonly mutations: readonly Mutation[] };

const mutation = mutations.find(({ name }) => name === process.env['MUTATION']);
if (mutation === undefined) throw new Error(`There is no mutation ${process.env['MUTATION']}.`);
const edits = [mutation, ...(mutation.and === undefined ? [] : [mutation.and])];

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const edit = edits.find(({ file }) => url.endsWith(`/${file}`));
    if (edit === undefined) return loaded;
    const source = String(loaded.source);
    if (!source.includes(edit.find)) throw new Error(`${edit.file} does not say ${edit.find}`);
    return { ...loaded, source: source.replace(edit.find, () => edit.replace) };
  },
});
