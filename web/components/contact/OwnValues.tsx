import { useRead } from '../../data/read.ts';
import { t } from './texts.ts';

/** What a contact has in the business's own fields; nothing where there is none. */
export function OwnValues({
  custom,
  Title,
}: {
  readonly custom: Readonly<Record<string, string>>;
  readonly Title: 'h3' | 'h4';
}) {
  const has = Object.keys(custom).length > 0;
  const fields = useRead('/custom-fields', has ? { query: { per_page: 100 } } : null).data?.data ?? [];
  const shown = fields.filter(({ id }) => custom[id] !== undefined);
  if (shown.length === 0) return null;
  const words = (kind: string, value: string): string =>
    kind !== 'checkbox' ? value : t(value === 'yes' ? 'own.yes' : 'own.no');
  return (
    <section>
      <Title>{t('own.title')}</Title>
      <dl className="bk-facts">
        {shown.map(({ id, name, kind }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd dir="auto">{words(kind, custom[id]!)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
