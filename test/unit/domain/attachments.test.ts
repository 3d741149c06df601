import { expect, it } from 'vitest';
import { attachmentProblem } from '../../../domain/messages/attachments.ts';

const picture = (size: number, contentType = 'image/jpeg') => ({ contentType, size });
const many = (count: number, size: number) => Array.from({ length: count }, () => picture(size));

it('takes what carriers take, and says what to do with the rest', () => {
  expect(attachmentProblem([])).toBeNull();
  expect(attachmentProblem(many(10, 499_000))).toBeNull();
  expect(attachmentProblem(many(11, 1))).toContain('Take 1 away');
  expect(attachmentProblem(many(2, 2_600_000))).toContain('together have 5.2 MB');
  expect(attachmentProblem([picture(4_995_000)])).toContain('carriers take 5 MB');
  expect(attachmentProblem([picture(1_000, 'image/webp')])).toContain('made a JPEG');
  expect(attachmentProblem([picture(590_000, 'video/mp4')])).toBeNull();
  expect(attachmentProblem([picture(700_000, 'video/mp4')])).toContain('at most 600 KB; one has 0.7 MB');
});
