import './registrations.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { TollfreeForm as TollfreeFormBody } from '../../../api/contract/registrations-desk.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FormGhost } from '../../components/FormGhost.tsx';
import { Note, Section } from '../../components/form/Form.tsx';
import { NumberBlockedNote } from '../../components/NumberBlockedNote.tsx';
import { useRead } from '../../data/read.ts';
import { shortTime } from '../../format/date.ts';
import { useApp } from '../../session/context.tsx';
import { useDateStyle, useRefreshProfile } from '../../session/profile.tsx';
import { Attempts, refusalsByField } from './Attempts.tsx';
import { TollfreeForm } from './TollfreeForm.tsx';
import { t } from './texts.ts';

/** The verification of the business’s toll-free number: where it stands, and the form that asks for it or corrects it. */
export function TollfreeVerification() {
  const { client } = useApp();
  const style = useDateStyle();
  const refreshProfile = useRefreshProfile();
  const { data, error, refresh } = useRead('/businesses/number-verification', {});
  const blocked = useRead('/businesses/a2p/request', {}).data?.data.blocked ?? null;
  const [isOpen, setIsOpen] = useState(false);
  if (data === undefined) return error ? <ErrorState error={error} onRetry={refresh} /> : <FormGhost sections={1} />;
  const { request, suggested } = data.data;
  const last = request?.attempts.at(-1);
  const initial = last?.form ?? suggested;
  const canAsk = request === null || request.status === 'rejected';
  const submit = async (form: TollfreeFormBody) => {
    await client.post('/businesses/verify-number', { body: form, quiet: true });
    setIsOpen(false);
    refresh();
    refreshProfile();
  };
  return (
    <>
      <Section title={t('tf.form')} text={t('tf.formText')}>
        {request !== null && (
          <Note
            tone={
              request.status === 'approved' ? 'success'
              : request.status === 'rejected' ?
                'warning'
              : 'info'
            }
          >
            {t(
              request.status === 'approved' ? 'tf.verified'
              : request.status === 'rejected' ? 'tf.refused'
              : 'tf.reviewing',
            )}{' '}
            {request.editable_until !== null && t('tf.editableText', { at: shortTime(request.editable_until, style) })}
          </Note>
        )}
        <NumberBlockedNote blocked={blocked} />
        {request !== null && <Attempts attempts={request.attempts} />}
        {canAsk && !isOpen && (
          <div>
            <Button
              onClick={() => {
                setIsOpen(true);
              }}
            >
              {t(request === null ? 'tf.begin' : 'tf.resubmit')}
            </Button>
          </div>
        )}
      </Section>
      {canAsk && isOpen && initial !== null && (
        <TollfreeForm canUpload initial={initial} refusals={refusalsByField(last)} submit={submit} />
      )}
    </>
  );
}
