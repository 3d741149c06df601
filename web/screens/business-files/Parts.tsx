import './business-file.css';
import { Checkbox } from '@mantine/core';
import type { AnswerOf } from '../../../api/contract/client.ts';
import { TwoLines } from '../../components/Tile.tsx';
import { maybe, t } from './texts.ts';

export type Part = AnswerOf<'POST', '/business-file/compare'>['data']['parts'][number];
const kinds = ['campaign', 'template', 'automation'] as const;
const tones = { new: 'success', different: 'warning', same: 'neutral', removed: 'neutral' } as const;

/** The parts that can be brought in: nothing that is there is overwritten. */
export const newKeysOf = (parts: readonly Part[]): ReadonlySet<string> =>
  new Set(parts.filter(({ standing }) => standing === 'new').map(({ key }) => key));

/**
 * The parts of a business file by their kind, and what each is to a business. `onKeys`: left out, they are only shown.
 * `plain`: without what they are to it.
 */
export function Parts({
  parts,
  keys = new Set(),
  onKeys,
  plain = false,
}: {
  readonly parts: readonly Part[];
  readonly keys?: ReadonlySet<string>;
  readonly onKeys?: (keys: ReadonlySet<string>) => void;
  readonly plain?: boolean;
}) {
  if (parts.length === 0) return <p className="muted">{t('businessFile.empty')}</p>;
  const choose = (key: string, isChosen: boolean) => {
    onKeys?.(new Set(isChosen ? [...keys, key] : [...keys].filter((one) => one !== key)));
  };
  return kinds.map((kind) => {
    const shown = parts.filter((part) => part.kind === kind);
    return shown.length === 0 ?
        null
      : <fieldset key={kind} className="bk-fileparts">
          <legend>{t(`businessFile.kind.${kind}`)}</legend>
          <ul>
            {shown.map((part) => (
              <li key={part.key}>
                {onKeys === undefined ?
                  <TwoLines main={part.name} sub={noteOf(part)} />
                : <Checkbox
                    label={part.name}
                    disabled={part.standing !== 'new'}
                    checked={keys.has(part.key)}
                    description={noteOf(part)}
                    onChange={(event) => {
                      choose(part.key, event.currentTarget.checked);
                    }}
                  />
                }
                {!plain && (
                  <span className={`bk-status badge tone-${tones[part.standing]}`}>
                    {t(`businessFile.standing.${part.standing}`)}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </fieldset>;
  });
}

/** What fields or settings are called, one after the other. */
export const named = (of: 'field' | 'setting', names: readonly string[]): string =>
  names.map((name) => maybe(`businessFile.${of}.${name}`) ?? name).join(', ');

function noteOf({ standing, fields, keyword_taken: isTaken }: Part): string | null {
  if (standing === 'different') return t('businessFile.differs', { names: named('field', fields) });
  if (standing === 'removed') return t('businessFile.removedNote');
  return isTaken ? t('businessFile.keywordTaken') : null;
}
