import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { maybeAttributeLabel } from '../../components/attributes/label.ts';
import { isOfKind } from '../../../api/contract/attributes.ts';
import type { ContactUploadDetail, UploadChange } from '../../../api/contract/contact-uploads.ts';
import { problemWords } from '../../../api/contract/upload-problems.ts';
import { useApp } from '../../session/context.tsx';
import { dayOfYear } from '../../format/date.ts';
import { count } from '../../format/number.ts';
import { useDateStyle } from '../../session/profile.tsx';
import { Counts } from './Counts.tsx';
import { maybe, t } from './texts.ts';

/** What would happen, by all rows, and the words to agree to before it does. */
export function Rehearsal({
  upload,
  onChanged,
  onAgain,
}: {
  readonly upload: ContactUploadDetail;
  readonly onChanged: () => void;
  readonly onAgain: (what: 'columns' | 'country') => void;
}) {
  const { client, run } = useApp();
  const [agreed, setAgreed] = useState(false);
  const [busy, setBusy] = useState(false);
  const { report, statement } = upload;
  if (report === null || statement === null) return null;
  const start = async () => {
    setBusy(true);
    await run(() =>
      client
        .post('/uploads/{id}/start', { params: { id: upload.id }, body: { statement }, quiet: true })
        .then(onChanged),
    );
    setBusy(false);
  };
  const willDo = report.counts.created + report.counts.changed + report.counts.unchanged > 0;
  return (
    <>
      <section className="bk-card bk-mapping" aria-labelledby="report-title">
        <h2 id="report-title">{t('uploads.wouldHappen')}</h2>
        <p className="muted">{t('uploads.wouldText', { rows: count(upload.rows ?? 0) })}</p>
        <Counts counts={report.counts} />
        {report.counts.over_limit > 0 && report.room !== null && (
          <p className="problem">{t('uploads.room', { room: count(report.room) })}</p>
        )}
        {report.counts.opted_out > 0 && (
          <p className="muted">{t('uploads.optedOutText', { count: report.counts.opted_out })}</p>
        )}
        {report.counts.kept_out > 0 && <p className="muted">{t('uploads.keptOutText')}</p>}
      </section>
      {report.changes.length > 0 && <Changes upload={upload} changes={report.changes} />}
      {report.findings.length > 0 && (
        <section className="bk-card bk-mapping" aria-labelledby="findings-title">
          <h2 id="findings-title">{t('uploads.findings')}</h2>
          <ul className="findings">
            {report.findings.map(({ column, problem, count: number, examples }, index) => (
              <li key={index}>
                <div>
                  <b>
                    {column !== null &&
                      `${upload.columns[column]?.name || t('uploads.unnamed', { number: column + 1 })}: `}
                    {problemWords[problem].what}
                  </b>{' '}
                  <span className="muted num">{t('uploads.rowCount', { count: number })}</span>
                </div>
                <p className="muted">
                  {problemWords[problem].cure}
                  {(problem === 'bad-phone' || problem === 'bad-day') && (
                    <>
                      {' '}
                      <button
                        type="button"
                        className="again"
                        onClick={() => {
                          onAgain(problem === 'bad-phone' ? 'country' : 'columns');
                        }}
                      >
                        {t(problem === 'bad-phone' ? 'uploads.changeCountry' : 'uploads.changeDays')}
                      </button>
                    </>
                  )}
                </p>
                <p className="faint clip" dir="auto">
                  {examples
                    .map(({ row, value }) =>
                      value === null || value === '' ?
                        t('uploads.exampleRow', { row: count(row) })
                      : t('uploads.example', { row: count(row), value }),
                    )
                    .join(' · ')}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="bk-card bk-mapping" aria-labelledby="attest-title">
        <h2 id="attest-title">{t('uploads.attest')}</h2>
        <blockquote>{statement}</blockquote>
        <p className="muted">{t('uploads.attestText')}</p>
        <Checkbox
          label={t('uploads.attestBox')}
          checked={agreed}
          onChange={(event) => {
            setAgreed(event.currentTarget.checked);
          }}
        />
        <div className="actions">
          <Button
            variant="default"
            onClick={() => {
              onAgain('columns');
            }}
          >
            {t('uploads.changeColumns')}
          </Button>
          <Button
            disabled={!agreed || !willDo}
            loading={busy}
            onClick={() => {
              void start();
            }}
          >
            {upload.suppress.texts || upload.suppress.emails ?
              t('uploads.startList', { count: report.counts.opted_out })
            : t('uploads.start', { count: report.counts.created + report.counts.changed })}
          </Button>
        </div>
      </section>
    </>
  );
}

const shownAtFirst = 8;
/** So many are kept: there may be more. */
const maxKept = 200;

/** Contacts whose values would change, with what is there and what would be. */
function Changes({
  upload,
  changes,
}: {
  readonly upload: ContactUploadDetail;
  readonly changes: readonly UploadChange[];
}) {
  const [all, setAll] = useState(false);
  const shown = all ? changes : changes.slice(0, shownAtFirst);
  const style = useDateStyle();
  const written = (field: string, value: string): string =>
    isOfKind(field, 'day-of-year') ? dayOfYear(value, style) : value;
  const fieldOf = (field: string): string =>
    upload.custom_fields.find(({ id }) => field === `custom:${id}`)?.name ??
    maybeAttributeLabel(field) ??
    maybe(`uploads.target.${field}`) ??
    field;
  return (
    <section className="bk-card bk-mapping" aria-labelledby="changes-title">
      <h2 id="changes-title">{t('uploads.changes')}</h2>
      <p className="muted">
        {changes.length < maxKept ?
          t('uploads.changesText')
        : t('uploads.changesFirst', { count: count(changes.length) })}
      </p>
      <ul className="findings changes">
        {shown.map(({ row, contact, values }) => (
          <li key={row}>
            <div>
              <b dir="auto">{contact.name}</b>{' '}
              <span className="muted num">{t('uploads.changeRow', { row: count(row) })}</span>
            </div>
            <dl>
              {values.map(({ field, from, to }) => (
                <div key={field}>
                  <dt className="muted">{fieldOf(field)}</dt>
                  <dd>
                    {from === '' ?
                      <span className="faint">{t('uploads.changeEmpty')}</span>
                    : <del dir="auto">{written(field, from)}</del>}
                    <span aria-hidden> → </span>
                    <span className="sr-only">{t('uploads.changeTo')}</span>
                    <ins dir="auto">{written(field, to)}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      {changes.length > shown.length && (
        <div className="actions">
          <Button
            variant="default"
            onClick={() => {
              setAll(true);
            }}
          >
            {t('uploads.changesAll', { count: count(changes.length - shown.length) })}
          </Button>
        </div>
      )}
    </section>
  );
}
