import { withPrefix } from '../../../../api/contract/personalization.ts';
import { ChangeA2pPrefix } from '../../../../api/contract/registrations.ts';
import { Form, Note, Section } from '../../../components/form/Form.tsx';
import { TextField } from '../../../components/form/fields.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { useApp } from '../../../session/context.tsx';
import { t } from './texts.ts';

/** The name that texts begin with. */
export function Prefix({ prefix, onDone }: { readonly prefix: string | null; readonly onDone: () => void }) {
  const { client } = useApp();
  const form = useRecordForm({
    initial: { prefix: prefix ?? '' },
    schema: ChangeA2pPrefix,
    revision: null,
    save: (body) => client.post('/businesses/a2p/prefix', { body }),
    onSaved: onDone,
  });
  const name = form.values.prefix.trim();
  return (
    <Form form={form} submit={t('a2p.prefix.save')}>
      <Section title={t('a2p.prefix.title')} text={t('a2p.prefix.text')}>
        <TextField of={form.field('prefix')} label={t('a2p.prefix.label')} autoComplete="organization" />
        <Note tone="neutral">{withPrefix(name === '' ? null : name, t('a2p.prefix.sample'))}</Note>
      </Section>
    </Form>
  );
}
