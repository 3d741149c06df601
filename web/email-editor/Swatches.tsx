import { useId } from 'react';
import { isColor } from '../../api/contract/email-design.ts';
import { useEditing } from './editing.ts';
import { t } from './texts.ts';

/** A colour: those of the brand first, any other, or (where `plain` is given) none of its own. */
export function Swatches({
  label,
  value,
  plain = true,
  onChange,
}: {
  readonly label: string;
  readonly value: string | null;
  readonly plain?: boolean;
  readonly onChange: (color: string | null) => void;
}) {
  const { design } = useEditing();
  const id = useId();
  const { brand, ink, link, paper, background } = design.settings;
  const known = [...new Set([brand, link, ink, paper, background])];
  return (
    <div className="ee-swatches" role="group" aria-labelledby={id}>
      <span className="label" id={id}>
        {label}
      </span>
      <span className="row">
        {plain && (
          <button
            type="button"
            className="none"
            aria-pressed={value === null}
            aria-label={t('ee.color.plain')}
            title={t('ee.color.plain')}
            onClick={() => {
              onChange(null);
            }}
          />
        )}
        {known.map((color) => (
          <button
            key={color}
            type="button"
            aria-pressed={value === color}
            aria-label={t('ee.color.one', { color })}
            title={color}
            style={{ background: color }}
            onClick={() => {
              onChange(color);
            }}
          />
        ))}
        <input
          type="color"
          aria-label={t('ee.color.other')}
          title={t('ee.color.other')}
          value={value ?? brand}
          onChange={(event) => {
            const color = event.currentTarget.value.toLowerCase();
            if (isColor(color)) onChange(color);
          }}
        />
      </span>
    </div>
  );
}
