import type { Block, RichText, Run } from '../../api/contract/page-model.ts';
import { webAddress } from './address.ts';
import { t } from './texts.ts';

/** Runs of text with their emphasis: data becomes elements here, markup in it stays text. */
export function Runs({ runs }: { readonly runs: readonly Run[] }) {
  return runs.map((run, index) => {
    let words = <>{run.text.split('\n').flatMap((line, at) => (at === 0 ? [line] : [<br key={at} />, line]))}</>;
    if (run.bold) words = <strong>{words}</strong>;
    if (run.italic) words = <em>{words}</em>;
    if (run.underline) words = <u>{words}</u>;
    const href = run.link === undefined ? null : webAddress(run.link);
    return href === null ?
        <span key={index}>{words}</span>
      : <a key={index} href={href} rel="noopener noreferrer nofollow" target="_blank">
          {words}
        </a>;
  });
}

/** Words with what the campaign gives in them, so that they speak of this offer and of no other. */
export const withOffer = (text: RichText, offer: string | null): RichText =>
  text.map((block) => ({
    ...block,
    runs: block.runs.map((run) => ({ ...run, text: run.text.replaceAll('{{offer}}', offer ?? t('thanks.offer')) })),
  }));

const alignClass = ({ align }: Block): string | undefined => (align === undefined ? undefined : `pv-${align}`);

/** Blocks of text; bullets and numbers that follow each other are one list. */
export function Rich({ text }: { readonly text: RichText }) {
  const groups: Block[][] = [];
  for (const block of text) {
    const last = groups.at(-1);
    const listed = block.kind === 'bullet' || block.kind === 'number';
    if (listed && last?.[0]?.kind === block.kind) last.push(block);
    else groups.push([block]);
  }
  return groups.map((blocks, index) => {
    const [first] = blocks as [Block];
    if (first.kind === 'bullet' || first.kind === 'number') {
      const List = first.kind === 'bullet' ? 'ul' : 'ol';
      return (
        <List key={index}>
          {blocks.map((block, at) => (
            <li key={at} className={alignClass(block)}>
              <Runs runs={block.runs} />
            </li>
          ))}
        </List>
      );
    }
    const Element = first.kind === 'heading' ? 'h2' : 'p';
    return (
      <Element key={index} className={alignClass(first)}>
        <Runs runs={first.runs} />
      </Element>
    );
  });
}

/** The first block is the page's heading, the others follow it. */
export function Heading({ text, className }: { readonly text: RichText; readonly className: string }) {
  const [first, ...others] = text;
  if (first === undefined) return null;
  return (
    <>
      <h1 className={[className, alignClass(first)].filter(Boolean).join(' ')}>
        <Runs runs={first.runs} />
      </h1>
      {others.length > 0 && (
        <div className="pv-more">
          <Rich text={others} />
        </div>
      )}
    </>
  );
}
