import type { Field } from '../../../components/form/useRecordForm.ts';
import { TextField } from '../../../components/form/fields.tsx';
import { useRead } from '../../../data/read.ts';
import { t } from './texts.ts';
import { useKeyword } from './useKeyword.ts';

/** The word that people text. What is wrong with it is said while it is typed. */
export function KeywordField({
  of,
  hint,
  except,
  suggest = false,
}: {
  readonly of: Field<string>;
  readonly hint?: string;
  readonly except?: string;
  readonly suggest?: boolean;
}) {
  const said = useKeyword(of.value, except);
  const free = useRead('/coupons/keywords', suggest ? { query: { is_sample: true } } : null).data?.data ?? [];
  return (
    <div className="cmp-keyword">
      <TextField
        of={{ ...of, error: said.error ?? of.error }}
        label={t('create.keyword')}
        hint={
          said.hint === null ?
            hint
          : <span className="free" role="status">
              {said.hint}
            </span>
        }
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
      />
      {suggest && of.value === '' && free.length > 0 && (
        <p className="suggested">
          {t('create.suggested')}{' '}
          {free.slice(0, 5).map(({ keyword }) => (
            <button
              key={keyword}
              type="button"
              onClick={() => {
                of.change(keyword);
              }}
            >
              {keyword}
            </button>
          ))}
        </p>
      )}
    </div>
  );
}
