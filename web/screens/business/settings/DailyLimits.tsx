import { UpdateDailyLimits } from '../../../../api/contract/business-settings.ts';
import { useApp } from '../../../session/context.tsx';
import { Form, Note, Section } from '../../../components/form/Form.tsx';
import { NumberField } from '../../../components/form/fields.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { type Info, useSaved } from './saved.ts';
import { t } from './texts.ts';

/** More than Florida, Maryland and Oklahoma let one person have in 24 hours, or no limit at all. */
const isAbove = (texts: number | null): boolean => texts === null || texts > 3;

/** How often automations and broadcasts may reach one person in a day. */
export function DailyLimits({ info }: { readonly info: Info }) {
  const { client } = useApp();
  const saved = useSaved();
  const form = useRecordForm({
    initial: info.daily_limits,
    schema: UpdateDailyLimits,
    revision: info.revision,
    save: (body) => client.put('/businesses/daily-limits', { body: body }),
    onSaved: saved,
  });
  const labels = { texts: t('dailyLimits.texts'), mails: t('dailyLimits.mails') };
  return (
    <Form form={form} words={{ labels, show: (_, value) => (value === null ? t('dailyLimits.none') : undefined) }}>
      <Section title={t('dailyLimits.title')} text={t('dailyLimits.text')}>
        <NumberField
          of={form.field('texts')}
          label={labels.texts}
          min={1}
          placeholder={t('dailyLimits.none')}
          optional
        />
        <NumberField
          of={form.field('mails')}
          label={labels.mails}
          min={1}
          placeholder={t('dailyLimits.none')}
          optional
        />
        {isAbove(form.values.texts) && <Note tone="warning">{t('dailyLimits.law')}</Note>}
        <Note tone="info">{t('dailyLimits.not')}</Note>
      </Section>
    </Form>
  );
}
