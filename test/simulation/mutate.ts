/** `node --import`: lets the mutation that MUTATION names be read in place of what the file says. */
import { registerHooks } from 'node:module';
import { mutations } from './mutations.ts';

const mutation = mutations.find(({ name }) => name === process.env['MUTATION']);
if (mutation === undefined) throw new Error(`There is no mutation ${process.env['MUTATION']}.`);
const { file, find, replace } = mutation;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith(`/${file}`)) return loaded;
    const source = String(loaded.source);
    if (!source.includes(find)) throw new Error(`${file} does not say ${find}`);
    return { ...loaded, source: source.replace(find, () => replace) };
  },
});
