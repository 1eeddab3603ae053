#!/usr/bin/env python3
"""Writes the binary card pools of tests/pools: a database of EDOPro, an .xlsx and an .ods. Same bytes every time."""
import pathlib
import sqlite3
import zipfile

HERE = pathlib.Path(__file__).resolve().parent.parent / "tests" / "pools"
WHEN = (2020, 1, 1, 0, 0, 0)
HEADER = ["Number", "Card Name", "Kind", "Faction", "Points", "EL", "AG", "IP", "Painter"]
ROWS = [
    [120001, "Orchard Wasp", "Soldier", "Hive Union", 1, 2, 4, 1, "Ada"],
    ["90000002", "Bell-Ringer's \"Apprentice\"", "soldier", "Creator Collective", 2, 3, 3, 2, "Ben"],
    ["90000003", "Kite Surgeon", "Soldeir", "Bridstrom Cliffs", 2.0, 1, 5, 2, "Ada"],
    ["90000004", "", "Soldier", "Hive Union", 1, 1, 1, 1, "Ben"],
]


def database():
    path = HERE / "club.cdb"
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as db:
        db.execute("create table datas(id integer primary key, ot integer, alias integer, setcode integer, type integer, "
                   "atk integer, def integer, level integer, race integer, attribute integer, category integer)")
        db.execute("create table texts(id integer primary key, name text, desc text, "
                   + ", ".join(f"str{n} text" for n in range(1, 17)) + ")")
        for code, alias, level, name, text in [
            (120001, 0, 3, "Orchard Wasp", "Stings.\nTwice."),
            (90000002, 0, 0x01020004, "Bell-Ringer", ""),
            (90000005, 120001, 3, "Orchard Wasp", "Another painting."),
            (90000006, 0, 1, None, None),
        ]:
            db.execute("insert into datas values(?,1,?,0,33,2,4,?,1,16,0)", (code, alias, level))
            if name is not None:
                db.execute("insert into texts(id, name, desc) values(?,?,?)", (code, name, text))
        db.execute("insert into texts(id, name, desc) values(90000007, 'Nobody', '')")


def escape(text):
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def archive(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for name, text, stored in files:
            info = zipfile.ZipInfo(name, WHEN)
            info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            out.writestr(info, text)


def xlsx():
    def cell(at, row, value):
        ref = f"{chr(65 + at)}{row}"
        if isinstance(value, str):
            return f'<c r="{ref}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'
        return f'<c r="{ref}"><v>{value}</v></c>'

    def sheet(rows, first=1):
        body = "".join(
            f'<row r="{n}">' + "".join(cell(at, n, v) for at, v in enumerate(row)) + "</row>"
            for n, row in enumerate(rows, first))
        return ('<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/'
                f'2006/main"><sheetData>{body}</sheetData></worksheet>')

    types = ('<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/'
             'content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
             '<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="'
             'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>')
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    rels = "http://schemas.openxmlformats.org/package/2006/relationships"
    def book(name, first, second):
        archive(HERE / name, [
            ("[Content_Types].xml", types, False),
            ("_rels/.rels", f'<Relationships xmlns="{rels}"><Relationship Id="a" Type="{office}/officeDocument" '
                            'Target="xl/workbook.xml"/></Relationships>', False),
            ("xl/workbook.xml", '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
                                f'xmlns:r="{office}"><sheets><sheet name="Cover" sheetId="1" r:id="a"/>'
                                '<sheet name="Cards" sheetId="2" r:id="b"/></sheets></workbook>', False),
            ("xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{rels}"><Relationship Id="a" Type="{office}/worksheet" '
                                           f'Target="worksheets/sheet1.xml"/><Relationship Id="b" Type="{office}/worksheet" '
                                           'Target="worksheets/sheet2.xml"/></Relationships>', False),
            ("xl/worksheets/sheet1.xml", first, False),
            ("xl/worksheets/sheet2.xml", second, False),
        ])

    book("club.xlsx", sheet([["Our club"]]), sheet([HEADER, *ROWS], 3))
    corners = ('<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>')
    empty = sheet([])
    book("huge.xlsx", empty.replace("<sheetData>", "<sheetData>" + corners), empty)


def ods():
    def cell(value):
        if isinstance(value, str):
            return f'<table:table-cell office:value-type="string"><text:p>{escape(value)}</text:p></table:table-cell>'
        return f'<table:table-cell office:value-type="float" office:value="{value}"><text:p>{value}</text:p></table:table-cell>'

    rows = "".join("<table:table-row>" + "".join(map(cell, row)) + "</table:table-row>" for row in [HEADER, *ROWS])
    names = " ".join(f'xmlns:{n}="urn:oasis:names:tc:opendocument:xmlns:{n}:1.0"' for n in ("office", "table", "text"))
    archive(HERE / "club.ods", [
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet", True),
        ("META-INF/manifest.xml", '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
         '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>', False),
        ("content.xml", f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {names}><office:body>'
         f'<office:spreadsheet><table:table table:name="Cards">{rows}</table:table></office:spreadsheet></office:body>'
         '</office:document-content>', False),
    ])


if __name__ == "__main__":
    database()
    xlsx()
    ods()
