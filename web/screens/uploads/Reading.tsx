import { Alert, Button, Select } from '@mantine/core';
import { useState } from 'react';
import { type ContactUploadDetail, delimiters } from '../../../api/contract/contact-uploads.ts';
import { useApp } from '../../session/context.tsx';
import { count } from '../../format/number.ts';
import { t } from './texts.ts';

type Facts = NonNullable<ContactUploadDetail['reading']>;

/** How the file is read: what stands between its values, in which row the names are, which sheet it is. */
export function Reading({
  upload,
  onChanged,
}: {
  readonly upload: ContactUploadDetail;
  readonly onChanged: () => void;
}) {
  const { reading } = upload;
  const [opened, setOpened] = useState(reading !== null && isUnusual(reading));
  if (reading === null) return null;
  return (
    <section className="bk-card bk-mapping" aria-labelledby="reading-title">
      <div className="line">
        <h2 id="reading-title">{t('uploads.reading.title')}</h2>
        <span className="muted">{summary(reading)}</span>
        <Button
          variant="default"
          aria-expanded={opened}
          onClick={() => {
            setOpened(!opened);
          }}
        >
          {t(opened ? 'uploads.reading.close' : 'uploads.reading.change')}
        </Button>
      </div>
      {reading.stray_bytes > 0 && (
        <Alert color="yellow" role="status">
          {t('uploads.reading.stray', { count: reading.stray_bytes })}
        </Alert>
      )}
      {reading.hidden_rows > 0 && (
        <Alert color="yellow" role="status">
          {t('uploads.reading.hidden', { count: reading.hidden_rows })}
        </Alert>
      )}
      {opened && <Choices upload={upload} reading={reading} onChanged={onChanged} />}
    </section>
  );
}

/** Somebody should look: no names, a title above them, more than one sheet, or one column alone. */
const isUnusual = ({ header, sheets, first }: Facts): boolean =>
  header !== 1 || sheets.filter(({ hidden }) => !hidden).length > 1 || first.every(({ cells }) => cells.length < 2);

const summary = ({ delimiter, header, sheet }: Facts): string =>
  [
    sheet === null ? null : t('uploads.reading.ofSheet', { sheet }),
    delimiter === null ? null : t(`uploads.delimiter.${delimiter}`),
    header === 0 ? t('uploads.reading.noHeader') : t('uploads.reading.headerRow', { row: count(header) }),
  ]
    .filter((one) => one !== null)
    .join(' · ');

function Choices({
  upload,
  reading,
  onChanged,
}: {
  readonly upload: ContactUploadDetail;
  readonly reading: Facts;
  readonly onChanged: () => void;
}) {
  const { client, run } = useApp();
  const [delimiter, setDelimiter] = useState(reading.delimiter);
  const [sheet, setSheet] = useState(reading.sheet);
  const [header, setHeader] = useState(reading.header);
  const [busy, setBusy] = useState(false);
  // Another sheet or separator makes other rows: where the names are is then found again.
  const isSameTable = delimiter === reading.delimiter && sheet === reading.sheet;
  const isChanged = !isSameTable || header !== reading.header;
  const width = Math.min(12, Math.max(1, ...reading.first.map(({ cells }) => cells.length)));
  const save = async () => {
    setBusy(true);
    await run(() =>
      client
        .put('/uploads/{id}/reading', {
          params: { id: upload.id },
          body: {
            delimiter: upload.format === 'csv' ? delimiter : null,
            sheet: upload.format === 'xlsx' ? sheet : null,
            header: isSameTable ? header : null,
          },
          quiet: true,
        })
        .then(onChanged),
    );
    setBusy(false);
  };
  return (
    <>
      <div className="two">
        {reading.delimiter !== null && (
          <Select
            label={t('uploads.reading.delimiter')}
            data={delimiters.map((value) => ({ value, label: t(`uploads.delimiter.${value}`) }))}
            value={delimiter}
            allowDeselect={false}
            comboboxProps={{ shadow: 'lg' }}
            onChange={(value) => {
              setDelimiter(value as Facts['delimiter']);
            }}
          />
        )}
        {reading.sheets.length > 0 && (
          <Select
            label={t('uploads.reading.sheet')}
            data={reading.sheets.map(({ name, hidden, empty }) => ({
              value: name,
              label:
                empty ? t('uploads.reading.sheetEmpty', { name })
                : hidden ? t('uploads.reading.sheetHidden', { name })
                : name,
              disabled: empty,
            }))}
            value={sheet}
            allowDeselect={false}
            comboboxProps={{ shadow: 'lg' }}
            onChange={setSheet}
          />
        )}
      </div>
      {isSameTable && (
        <fieldset className="rows">
          <legend>{t('uploads.reading.header')}</legend>
          <label className="none">
            <input
              type="radio"
              name="header"
              checked={header === 0}
              onChange={() => {
                setHeader(0);
              }}
            />
            {t('uploads.reading.none')}
          </label>
          <div className="scroll" tabIndex={0} role="group" aria-label={t('uploads.reading.first')}>
            <table>
              <tbody>
                {reading.first.map(({ row, cells }) => (
                  <tr
                    key={row}
                    className={
                      row === header ? 'names'
                      : row < header ?
                        'above'
                      : ''
                    }
                  >
                    <th scope="row">
                      <label>
                        <input
                          type="radio"
                          name="header"
                          checked={row === header}
                          aria-label={t('uploads.reading.namesIn', { row: count(row) })}
                          onChange={() => {
                            setHeader(row);
                          }}
                        />
                        <span className="num">{count(row)}</span>
                      </label>
                    </th>
                    {Array.from({ length: width }, (_, index) => (
                      <td key={index} dir="auto">
                        {cells[index] ?? ''}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </fieldset>
      )}
      <div className="actions">
        <Button
          variant={isChanged ? 'filled' : 'default'}
          disabled={!isChanged}
          loading={busy}
          onClick={() => {
            void save();
          }}
        >
          {t('uploads.reading.again')}
        </Button>
      </div>
    </>
  );
}
