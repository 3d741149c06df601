import type { z } from 'zod';
import { type CallSettingsReply, UpdateCallSettings } from '../../../../api/contract/business-settings.ts';
import { useRefresh } from '../../../api/refresh.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Form, Note, Section } from '../../../components/form/Form.tsx';
import { AreaField, NumberField, SelectField, SwitchField } from '../../../components/form/fields.tsx';
import { PhoneField } from '../../../components/form/PhoneField.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { FormGhost } from '../../../components/FormGhost.tsx';
import { useRead } from '../../../data/read.ts';
import { useApp } from '../../../session/context.tsx';
import { orNull } from './saved.ts';
import { t } from './texts.ts';

type Settings = z.output<typeof CallSettingsReply>['data'];

/** Where calls to the business’s number go, and what callers who were missed are texted. */
export function Calls() {
  const { data, error, refresh } = useRead('/businesses/calls', {});
  if (error)
    return (
      <div className="bk-card">
        <ErrorState error={error} onRetry={refresh} />
      </div>
    );
  return data === undefined ? <FormGhost sections={2} /> : <CallsForm settings={data.data} />;
}

function CallsForm({ settings: { revision, ...settings } }: { readonly settings: Settings }) {
  const { client } = useApp();
  const refresh = useRefresh();
  const form = useRecordForm({
    initial: { ...settings, forward_to: settings.forward_to ?? '', text_back: settings.text_back ?? '' },
    schema: UpdateCallSettings,
    revision,
    toBody: ({ forward_to: to, text_back: text, ...rest }) => ({
      ...rest,
      forward_to: orNull(to),
      text_back: orNull(text),
    }),
    save: (body) => client.put('/businesses/calls', { body }),
    onSaved: () => void refresh('/businesses/calls'),
  });
  const labels = {
    forward_to: t('calls.forwardTo'),
    caller_id: t('calls.callerId'),
    whisper: t('calls.whisper'),
    ring_seconds: t('calls.ring'),
    text_back: t('calls.textBack'),
  };
  const callerIds = [
    { value: 'caller', label: t('calls.callerId.caller') },
    { value: 'business', label: t('calls.callerId.business') },
  ] as const;
  return (
    <Form form={form} words={{ labels }}>
      <Section title={t('calls.title')} text={t('calls.text')}>
        <PhoneField of={form.field('forward_to')} label={labels.forward_to} hint={t('calls.forwardHint')} optional />
        <SelectField of={form.field('caller_id')} label={labels.caller_id} options={callerIds} />
        <NumberField
          of={{ ...form.field('ring_seconds'), change: (value) => form.set('ring_seconds', value ?? 0) }}
          label={labels.ring_seconds}
          suffix={` ${t('calls.seconds')}`}
          min={10}
        />
        <SwitchField of={form.field('whisper')} label={labels.whisper} hint={t('calls.whisperHint')} />
      </Section>
      <Section title={t('calls.missed')} text={t('calls.missedText')}>
        <AreaField
          of={form.field('text_back')}
          label={labels.text_back}
          placeholder={t('calls.textBackExample')}
          maxLength={320}
        />
        <Note tone="info">{t('calls.once')}</Note>
      </Section>
    </Form>
  );
}
