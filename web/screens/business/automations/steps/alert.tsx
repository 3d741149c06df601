import { MultiSelect, TagsInput, Textarea } from '@mantine/core';
import { dialable, phone } from '../../../../format/phone.ts';
import type { NodeOf } from '../model.ts';
import { t } from '../texts.ts';
import type { Around, Put, StepEditing, Teammate } from './editor.tsx';

export const Alert = ({ node, around, put }: StepEditing<'Alert'>) => (
  <>
    <Textarea
      label={t('au.p.alert')}
      description={t('au.p.alertText')}
      value={node.text}
      autosize
      minRows={2}
      maxLength={1_600}
      error={around.wrong('text')}
      onChange={(event) => {
        put({ ...node, text: event.currentTarget.value });
      }}
    />
    <Told node={node} by="text" around={around} put={put} />
    <Told node={node} by="mail" around={around} put={put} />
  </>
);

/** Whom an alert goes to by text or by email: people of the team, and whoever else is typed. */
function Told({
  node,
  by,
  around: { team, wrong },
  put,
}: {
  readonly node: NodeOf<'Alert'>;
  readonly by: 'text' | 'mail';
  readonly around: Around;
  readonly put: Put;
}) {
  const [members, typed] = by === 'text' ? (['textMembers', 'phones'] as const) : (['mailMembers', 'emails'] as const);
  const chosen = node[members];
  const gone = chosen.filter((id) => team.every((one) => one.id !== id));
  return (
    <fieldset className="au-told">
      <legend>{t(by === 'text' ? 'au.p.toldByText' : 'au.p.toldByMail')}</legend>
      <MultiSelect
        label={t(`au.p.${members}`)}
        description={t(`au.p.${members}.text`)}
        placeholder={chosen.length === 0 ? t('au.p.chooseMembers') : ''}
        data={[
          ...team.map((one) => ({ value: one.id, label: memberLabel(one, by) })),
          ...gone.map((id) => ({ value: id, label: t('au.gone') })),
        ]}
        value={chosen}
        maxValues={10}
        error={wrong(members)}
        searchable
        onChange={(ids) => {
          put({ ...node, [members]: ids });
        }}
      />
      <TagsInput
        label={t(`au.p.${typed}`)}
        placeholder={node[typed].length === 0 ? t('au.p.typeEnter') : ''}
        value={by === 'text' ? node.phones.map(phone) : node.emails}
        maxTags={10}
        error={wrong(typed)}
        onChange={(given) => {
          const most = by === 'text' ? 30 : 254;
          const said = given.map((one) => (by === 'text' ? (dialable(one) ?? one) : one).trim().slice(0, most));
          put({ ...node, [typed]: [...new Set(said)] });
        }}
      />
    </fieldset>
  );
}
function memberLabel({ name, brand, has_phone: hasPhone }: Teammate, by: 'text' | 'mail'): string {
  const who = brand === null ? name : t('au.p.ofBrand', { name, brand });
  return by === 'text' && !hasPhone ? t('au.p.withoutNumber', { name: who }) : who;
}
