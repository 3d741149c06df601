import ExcelJS from 'exceljs';

type Cells = readonly (readonly unknown[])[];
export interface SheetGiven {
  readonly name: string;
  readonly rows: Cells;
  readonly hidden?: boolean;
  /** Numbers of rows that are hidden. */
  readonly hiddenRows?: readonly number[];
}

export async function workbook(...sheets: readonly SheetGiven[]): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  for (const { name, rows, hidden, hiddenRows = [] } of sheets) {
    const sheet = book.addWorksheet(name, { state: hidden === true ? 'hidden' : 'visible' });
    rows.forEach((row, index) => {
      row.forEach((value, column) => {
        if (value !== null) sheet.getRow(index + 1).getCell(column + 1).value = value as ExcelJS.CellValue;
      });
    });
    for (const number of hiddenRows) sheet.getRow(number).hidden = true;
  }
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** What a workbook with a password begins with, and the name of its part ([MS-CFB] 2.6.1). */
export function protectedWorkbook(): Buffer {
  const bytes = Buffer.alloc(8_192);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  Buffer.from('EncryptionInfo', 'utf16le').copy(bytes, 5_120);
  Buffer.from('EncryptedPackage', 'utf16le').copy(bytes, 5_248);
  return bytes;
}
