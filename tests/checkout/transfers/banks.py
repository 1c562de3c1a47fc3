"""What a bank makes of a file: it refuses what is not by its schema, or whose sums do not add up."""

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from lxml import etree
from schwifty import IBAN

from checkout.refunds.sepa.pain001 import NAMESPACE

SCHEMA = etree.XMLSchema(file=str(Path(__file__).parent.parent / "data" / "pain001.xsd"))
NAMES = {"p": NAMESPACE}


@dataclass(frozen=True)
class Order:
    """A transfer as the bank carries it out."""

    debtor: str
    id: str
    amount: Decimal
    name: str
    iban: str
    purpose: str


def accepted(content: bytes) -> list[Order]:
    root = etree.fromstring(content, etree.XMLParser(resolve_entities=False))
    SCHEMA.assertValid(root)
    orders = []
    for info in root.iterfind(".//p:PmtInf", NAMES):
        debtor = text(info, "p:DbtrAcct/p:Id/p:IBAN")
        own = [order_of(debtor, one) for one in info.iterfind("p:CdtTrfTxInf", NAMES)]
        refuse_wrong_sums(info, own)
        orders += own
    refuse_wrong_sums(root.find(".//p:GrpHdr", NAMES), orders)
    for one in orders:
        assert IBAN(one.iban).in_sepa_zone
    keys = [one.text for one in root.iterfind(".//p:PmtInfId", NAMES)] + [one.id for one in orders]
    assert len(set(keys)) == len(keys)
    return orders


def order_of(debtor: str, told: etree._Element) -> Order:
    amount = Decimal(text(told, "p:Amt/p:InstdAmt"))
    return Order(
        debtor, text(told, "p:PmtId/p:EndToEndId"), amount, text(told, "p:Cdtr/p:Nm"),
        text(told, "p:CdtrAcct/p:Id/p:IBAN"), text(told, "p:RmtInf/p:Ustrd"),
    )  # fmt: skip


def refuse_wrong_sums(told: etree._Element, orders: list[Order]) -> None:
    assert int(text(told, "p:NbOfTxs")) == len(orders)
    assert Decimal(text(told, "p:CtrlSum")) == sum(one.amount for one in orders)


def text(node: etree._Element, path: str) -> str:
    found = node.findtext(path, namespaces=NAMES)
    assert found is not None, path
    return str(found)
