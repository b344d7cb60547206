/// The tables. Those of the backend have its columns, and further ones that the rules need.
enum Schema {
    /// Application id in SQLite's header, so that a database of another program is recognised:
    /// "PrDv".
    static let applicationID = 0x5072_4476
    /// Version of the tables, raised with every change; a file of another version is not opened.
    static let version = 1

    static let tables =
        ["Businesses", "Users", "UserBusinesses", "Tokens", "ServicePointTypes", "Beacons"]
        + ["ServicePoints", "Namespaces", "Answers", "Faults", "Counts"]

    /// Times are RFC 3339 in UTC, except those of tokens, which are microseconds since 1970.
    static let sql = """
        CREATE TABLE Businesses (
            ID INTEGER PRIMARY KEY AUTOINCREMENT,
            Name TEXT NOT NULL,
            City TEXT,
            ParentBusinessID INTEGER REFERENCES Businesses (ID)
        ) STRICT;
        CREATE TABLE Users (
            ID INTEGER PRIMARY KEY AUTOINCREMENT,
            Name TEXT NOT NULL,
            Phone TEXT NOT NULL UNIQUE,
            Email TEXT NOT NULL UNIQUE
        ) STRICT;
        CREATE TABLE UserBusinesses (
            UserID INTEGER NOT NULL REFERENCES Users (ID),
            BusinessID INTEGER NOT NULL REFERENCES Businesses (ID),
            PRIMARY KEY (UserID, BusinessID)
        ) STRICT;
        CREATE TABLE Tokens (
            ID INTEGER PRIMARY KEY AUTOINCREMENT,
            Token TEXT NOT NULL UNIQUE,
            UserID INTEGER NOT NULL REFERENCES Users (ID),
            ExpiresAt INTEGER
        ) STRICT;
        CREATE INDEX TokensOfUser ON Tokens (UserID);
        CREATE TABLE ServicePointTypes (ID INTEGER PRIMARY KEY, Name TEXT NOT NULL) STRICT;
        CREATE TABLE Beacons (
            ID INTEGER PRIMARY KEY AUTOINCREMENT,
            UUID TEXT NOT NULL,
            Name TEXT NOT NULL,
            BusinessID INTEGER NOT NULL REFERENCES Businesses (ID),
            IsActive INTEGER NOT NULL,
            Major INTEGER,
            Minor INTEGER,
            MacAddress TEXT UNIQUE,
            LastSeen TEXT,
            Created TEXT NOT NULL,
            Updated TEXT NOT NULL,
            UNIQUE (UUID, Major, Minor)
        ) STRICT;
        CREATE INDEX BeaconsOfBusiness ON Beacons (BusinessID);
        CREATE TABLE ServicePoints (
            ID INTEGER PRIMARY KEY AUTOINCREMENT,
            BusinessID INTEGER NOT NULL REFERENCES Businesses (ID),
            Name TEXT NOT NULL,
            TypeID INTEGER REFERENCES ServicePointTypes (ID),
            Code TEXT,
            SortOrder INTEGER,
            IsActive INTEGER NOT NULL,
            BeaconID INTEGER UNIQUE REFERENCES Beacons (ID) ON DELETE SET NULL,
            Minor INTEGER,
            UNIQUE (BusinessID, Minor)
        ) STRICT;
        CREATE TABLE Namespaces (
            ID INTEGER PRIMARY KEY,
            BusinessID INTEGER NOT NULL UNIQUE REFERENCES Businesses (ID),
            UUID TEXT NOT NULL,
            Major INTEGER NOT NULL,
            UNIQUE (UUID, Major)
        ) STRICT;
        CREATE TABLE Answers (
            ID INTEGER PRIMARY KEY AUTOINCREMENT,
            UserID INTEGER NOT NULL,
            Path TEXT NOT NULL,
            Key TEXT NOT NULL,
            Request TEXT NOT NULL,
            Body BLOB NOT NULL,
            UNIQUE (UserID, Path, Key)
        ) STRICT;
        CREATE TABLE Faults (
            ID INTEGER PRIMARY KEY AUTOINCREMENT,
            Path TEXT NOT NULL,
            Kind TEXT NOT NULL,
            Ms INTEGER NOT NULL,
            Status INTEGER NOT NULL,
            Error TEXT NOT NULL,
            Times INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE Counts (
            ID INTEGER PRIMARY KEY,
            Kind TEXT NOT NULL,
            Name TEXT NOT NULL,
            Count INTEGER NOT NULL,
            UNIQUE (Kind, Name)
        ) STRICT;
        """
}
