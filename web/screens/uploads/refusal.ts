import type { ContactUploadDetail } from '../../../api/contract/contact-uploads.ts';
import { count } from '../../format/number.ts';
import { t } from './texts.ts';

/** Why a file can't be imported, and in which line. */
export const refusalText = ({ reason, line }: NonNullable<ContactUploadDetail['refusal']>): string =>
  `${t(`uploads.refusal.${reason}`)}${line === null ? '' : ` ${t('uploads.atLine', { line: count(line) })}`}`;
