"""Kakuro: fill in digits so that every run has its sum and no digit twice."""

NAMES = ("kakuro", "カックロ", "加算クロス", "cross sums", "kakkuro")
