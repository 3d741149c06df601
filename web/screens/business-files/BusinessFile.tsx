import './business-file.css';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnswerOf } from '../../../api/contract/client.ts';
import { ApiError } from '../../api/errors.ts';
import { Note, Section } from '../../components/form/Form.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { toastSuccess } from '../../core/toast.ts';
import { saveAs } from '../../data/save-as.ts';
import { useProfile } from '../../session/profile.tsx';
import { showFailure, useApp } from '../../session/context.tsx';
import { FileDrop } from '../uploads/FileDrop.tsx';
import { named, newKeysOf, Parts } from './Parts.tsx';
import { t } from './texts.ts';

type Comparison = AnswerOf<'POST', '/business-file/compare'>['data'];
/** A file that was read, held against this business. */
interface Opened {
  readonly file: Readonly<Record<string, unknown>>;
  readonly comparison: Comparison;
}

/** /business/settings/business-file: what a business has set up, as a file, and another's brought in as drafts. */
export default function BusinessFile() {
  const [opened, setOpened] = useState<Opened | null>(null);
  return (
    <div className="bk-page">
      <PageHeader title={t('businessFile.title')} />
      <div className="bk-form">
        <Export />
        <Section title={t('businessFile.import')} text={t('businessFile.importText')} bare>
          <Choose onOpened={setOpened} />
          {opened !== null && <BringIn key={String(opened.comparison.name)} opened={opened} onOpened={setOpened} />}
        </Section>
      </div>
    </div>
  );
}

function Export() {
  const { client, run } = useApp();
  const business = useProfile().business;
  const [isBusy, setIsBusy] = useState(false);
  const download = async () => {
    setIsBusy(true);
    await run(async () => {
      const { data } = await client.get('/business-file');
      const name = t('businessFile.fileName', { business: business?.name ?? '' });
      saveAs(`${name}.json`, 'application/json', `${JSON.stringify(data, null, 2)}\n`);
    });
    setIsBusy(false);
  };
  return (
    <Section title={t('businessFile.export')} text={t('businessFile.exportText')}>
      <p className="muted">{t('businessFile.without')}</p>
      <Button
        variant="default"
        style={{ justifySelf: 'start' }}
        loading={isBusy}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void download()}
      >
        {t('businessFile.download')}
      </Button>
    </Section>
  );
}

function Choose({ onOpened }: { readonly onOpened: (opened: Opened | null) => void }) {
  const { client } = useApp();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const read = async (chosen: File) => {
    setIsBusy(true);
    setProblem(null);
    onOpened(null);
    try {
      const file = fileIn(await chosen.text());
      if (file === null) setProblem(t('businessFile.notOne', { name: chosen.name }));
      else onOpened({ file, comparison: (await client.post('/business-file/compare', { body: { file } })).data });
    } catch (error) {
      if (error instanceof ApiError && error.status === 422)
        setProblem(t('businessFile.notOne', { name: chosen.name }));
      else showFailure(error);
    }
    setIsBusy(false);
  };
  return (
    <FileDrop
      title={t('businessFile.drop')}
      hint={t('businessFile.dropHint')}
      button={t('businessFile.choose')}
      types={['json']}
      problem={problem}
      isBusy={isBusy}
      onFile={(file) => void read(file)}
    />
  );
}

/** The object that a text is; null: none. */
export function fileIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function BringIn({
  opened: { file, comparison },
  onOpened,
}: {
  readonly opened: Opened;
  readonly onOpened: (opened: Opened) => void;
}) {
  const { client, run } = useApp();
  const [keys, setKeys] = useState<ReadonlySet<string>>(() => newKeysOf(comparison.parts));
  const [isBusy, setIsBusy] = useState(false);
  const bringIn = async () => {
    setIsBusy(true);
    await run(async () => {
      const { message } = await client.post('/business-file/import', { body: { file, keys: [...keys] } });
      toastSuccess(message);
      const { data } = await client.post('/business-file/compare', { body: { file } });
      setKeys(newKeysOf(data.parts));
      onOpened({ file, comparison: data });
    });
    setIsBusy(false);
  };
  return (
    <section className="bk-card bk-file" aria-label={comparison.name}>
      <h3>{comparison.name}</h3>
      <Parts parts={comparison.parts} keys={keys} onKeys={setKeys} />
      {comparison.settings.length > 0 && (
        <Note tone="info">{t('businessFile.settings', { names: named('setting', comparison.settings) })}</Note>
      )}
      <div className="end">
        <span className="muted">{t('businessFile.asDrafts')}</span>
        <Button disabled={keys.size === 0} loading={isBusy} onClick={() => void bringIn()}>
          {t('businessFile.bringIn', { count: keys.size })}
        </Button>
      </div>
    </section>
  );
}
