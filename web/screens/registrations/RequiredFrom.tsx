import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { toastSuccess } from '../../core/toast.ts';
import { useRead } from '../../data/read.ts';
import { dayOfYear } from '../../format/date.ts';
import { useApp } from '../../session/context.tsx';
import { useDateStyle } from '../../session/profile.tsx';
import { t } from './texts.ts';

/** The operator's day from which texts of numbers that aren't registered are held. */
export function RequiredFrom() {
  const style = useDateStyle();
  const [isOpen, setIsOpen] = useState(false);
  const { data, refresh } = useRead('/registration-policy', {});
  if (data === undefined) return null;
  const { required_from: day } = data.data;
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          setIsOpen(true);
        }}
      >
        {day === null ? t('tf.required.set') : t('tf.required.from', { day: dayOfYear(day, style) })}
      </Button>
      {isOpen && (
        <Day
          day={day}
          onClose={() => {
            setIsOpen(false);
            refresh();
          }}
        />
      )}
    </>
  );
}

function Day({ day, onClose }: { readonly day: string | null; readonly onClose: () => void }) {
  const { client, run } = useApp();
  const [chosen, setChosen] = useState(day ?? '');
  const [isBusy, setIsBusy] = useState(false);
  const save = (required_from: string | null) =>
    run(async () => {
      setIsBusy(true);
      try {
        await client.put('/registration-policy', { body: { required_from }, quiet: true });
        toastSuccess(t(required_from === null ? 'tf.required.cleared' : 'tf.required.saved'));
        onClose();
      } finally {
        setIsBusy(false);
      }
    });
  return (
    <Modal opened onClose={onClose} title={t('tf.required.title')}>
      <div className="bk-stack">
        <p className="muted">{t('tf.required.text')}</p>
        <TextInput
          type="date"
          label={t('tf.required.day')}
          description={t('tf.required.hint')}
          value={chosen}
          onChange={(event) => {
            setChosen(event.currentTarget.value);
          }}
        />
      </div>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('app.cancel')}
        </Button>
        {day !== null && (
          <Button variant="default" loading={isBusy} onClick={() => void save(null)}>
            {t('tf.required.clear')}
          </Button>
        )}
        <Button disabled={chosen === '' || chosen === day} loading={isBusy} onClick={() => void save(chosen)}>
          {t('tf.required.save')}
        </Button>
      </Group>
    </Modal>
  );
}
